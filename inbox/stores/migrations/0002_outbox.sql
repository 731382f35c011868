-- The outbox is part of the row: what is stored and what is to be delivered cannot differ. A row
-- with next_attempt_at is still to be delivered, at that time or later.
ALTER TABLE submission ADD COLUMN next_attempt_at TEXT;
ALTER TABLE submission ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submission ADD COLUMN last_error TEXT;
ALTER TABLE submission ADD COLUMN delivered_at TEXT;

CREATE INDEX submission_to_deliver ON submission (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- The health check writes here: a store that can be read may still be full or read-only.
CREATE TABLE health (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL
) STRICT;
