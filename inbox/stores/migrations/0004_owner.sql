-- What the owner did with it: seen_at is the time when a terminal first showed it, answered_at when
-- the owner marked it as answered.
ALTER TABLE submission ADD COLUMN seen_at TEXT;
ALTER TABLE submission ADD COLUMN answered_at TEXT;
