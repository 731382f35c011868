-- When the clock was last looked at, and since when it has run without a jump (inbox/retention.ts).
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seen_at TEXT NOT NULL,
  steady_since TEXT NOT NULL
) STRICT;
