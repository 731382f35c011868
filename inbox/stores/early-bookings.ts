/**
 * Three versions of 0006_booked_times.sql were on main before the one in `migrations/`, and 0007 needs what
 * they lacked. No migration can add it: SQL has no condition for a column, and the order of files is fixed.
 */
export const earlyBookings = {
  /** Finds a row where one of them was applied. */
  find: `SELECT 1 FROM sqlite_master
    WHERE name = 'submission' AND sql LIKE '%starts_at%' AND sql NOT LIKE '%invited_at%'`,
  /** Adds what is missing. */
  complete: `ALTER TABLE submission ADD COLUMN invited_at TEXT;
    ALTER TABLE submission ADD COLUMN invitations INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX submission_invited ON submission (invited_at) WHERE invited_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS submission_by_mailbox ON submission (mailbox) WHERE mailbox IS NOT NULL;
    CREATE TABLE IF NOT EXISTS calendar (key TEXT PRIMARY KEY, stored TEXT NOT NULL) STRICT, WITHOUT ROWID`,
} as const;
