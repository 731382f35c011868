-- When a submission was acknowledged to its sender, and to which mailbox. The counts that limit
-- acknowledgements are taken from here, so that they outlive a process and hold for all of them.
ALTER TABLE submission ADD COLUMN acknowledged_at TEXT;
ALTER TABLE submission ADD COLUMN acknowledged_to TEXT;

CREATE INDEX submission_acknowledged ON submission (acknowledged_at) WHERE acknowledged_at IS NOT NULL;
