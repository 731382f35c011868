-- Everything a visitor sends. The fields are JSON, which keeps any text exactly as it was typed,
-- also what SQLite's TEXT could not hold (lone surrogates, NUL).
CREATE TABLE submission (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('enquiry', 'booking', 'subscriber')),
  received_at TEXT NOT NULL,
  idempotency_key TEXT UNIQUE,
  fields TEXT NOT NULL
) STRICT;

CREATE INDEX submission_by_time ON submission (received_at);
