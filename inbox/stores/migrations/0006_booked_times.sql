-- A booking with a time that is taken. It is a part of the row of what the visitor sent, so that both are
-- stored, erased and restored together. Nothing else may overlap what it blocks, buffers included, until it is
-- cancelled. Of the key with which it can be changed, only a hash is here.
ALTER TABLE submission ADD COLUMN starts_at TEXT;
ALTER TABLE submission ADD COLUMN blocked_from TEXT;
ALTER TABLE submission ADD COLUMN blocked_until TEXT;
ALTER TABLE submission ADD COLUMN owner_day TEXT;
ALTER TABLE submission ADD COLUMN mailbox TEXT;
ALTER TABLE submission ADD COLUMN key_hash TEXT;
ALTER TABLE submission ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submission ADD COLUMN changed_at TEXT;
ALTER TABLE submission ADD COLUMN cancelled_at TEXT;
-- Mails to who booked: the last, and how many.
ALTER TABLE submission ADD COLUMN invited_at TEXT;
ALTER TABLE submission ADD COLUMN invitations INTEGER NOT NULL DEFAULT 0;

CREATE INDEX submission_booked ON submission (blocked_until) WHERE starts_at IS NOT NULL;
CREATE INDEX submission_invited ON submission (invited_at) WHERE invited_at IS NOT NULL;
CREATE INDEX submission_by_day ON submission (owner_day) WHERE starts_at IS NOT NULL;
CREATE INDEX submission_by_mailbox ON submission (mailbox) WHERE mailbox IS NOT NULL;
-- What was last read of the owner's own calendars: when the owner has no time, and nothing else of them.
CREATE TABLE calendar (
  key TEXT PRIMARY KEY,
  stored TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX submission_by_key ON submission (key_hash) WHERE key_hash IS NOT NULL;
