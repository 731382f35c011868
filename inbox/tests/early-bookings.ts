import { readFileSync } from 'node:fs';

const columns = `
ALTER TABLE submission ADD COLUMN starts_at TEXT;
ALTER TABLE submission ADD COLUMN blocked_from TEXT;
ALTER TABLE submission ADD COLUMN blocked_until TEXT;
ALTER TABLE submission ADD COLUMN owner_day TEXT;
ALTER TABLE submission ADD COLUMN mailbox TEXT;
ALTER TABLE submission ADD COLUMN key_hash TEXT;
ALTER TABLE submission ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submission ADD COLUMN changed_at TEXT;
ALTER TABLE submission ADD COLUMN cancelled_at TEXT;

CREATE INDEX submission_booked ON submission (blocked_until) WHERE starts_at IS NOT NULL;
CREATE INDEX submission_by_day ON submission (owner_day) WHERE starts_at IS NOT NULL;
CREATE UNIQUE INDEX submission_by_key ON submission (key_hash) WHERE key_hash IS NOT NULL;
`;
const byMailbox =
  'CREATE INDEX submission_by_mailbox ON submission (mailbox) WHERE mailbox IS NOT NULL;';
const calendar =
  'CREATE TABLE calendar (key TEXT PRIMARY KEY, stored TEXT NOT NULL) STRICT, WITHOUT ROWID;';

/** The statements of 0006_booked_times.sql by the commits that had others than today's. */
export const earlyBookedTimes = {
  '2d6852d': columns,
  '8ed1d29': columns + byMailbox,
  b3ab6d0: columns + byMailbox + calendar,
} as const;

const names = [
  '0001_submissions.sql',
  '0002_outbox.sql',
  '0003_acknowledgements.sql',
  '0004_owner.sql',
  '0005_counts.sql',
];

/** The names of the migrations of those commits. */
export const earlyMigrations = [...names, '0006_booked_times.sql'];

/** A database as one of them left it, with an enquiry and a booking in it. */
export const earlyDatabase = (commit: keyof typeof earlyBookedTimes): string =>
  [
    ...names.map((name) => readFileSync(`inbox/stores/migrations/${name}`, 'utf8')),
    earlyBookedTimes[commit],
    `INSERT INTO submission (kind, received_at, fields) VALUES ('enquiry', '2026-01-01', '{"a":"b"}');`,
    `INSERT INTO submission (kind, received_at, fields, starts_at, blocked_from, blocked_until, owner_day,
       mailbox, key_hash, sequence)
     VALUES ('booking', '2026-01-02', '{"minutes":"30"}', '2026-02-02T10:00:00.000Z',
       '2026-02-02T10:00:00.000Z', '2026-02-02T10:30:00.000Z', '2026-02-02', 'a@example.com', 'key', 1);`,
  ].join('\n');
