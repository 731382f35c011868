-- Some databases have this index from an early version of 0011.
CREATE INDEX IF NOT EXISTS submission_to_confirm ON submission (received_at) WHERE confirmation IS NOT NULL;
