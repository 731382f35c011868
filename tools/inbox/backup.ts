import { mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readServerConfig } from '#hosting/machine/config.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { ExplainedError } from '#model/mistake.ts';
import { subcommand } from '../subcommands.ts';
import { inboxFile } from './place.ts';

const countIn = (database: DatabaseSync) =>
  database.prepare('SELECT count(*) AS count FROM submission').get()?.count;

/**
 * Copies an inbox in a consistent state to a new file that only its owner can read, even while a server writes
 * (sqlite.org/lang_vacuum.html). @returns the number of its submissions @throws ExplainedError
 */
const copyInbox = (source: string, file: string): unknown => {
  // Fails if the file exists.
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  try {
    using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
    database.prepare('VACUUM INTO ?').run(file);
    using copy = new DatabaseSync(file);
    // Without the key, a copy reveals nothing about the networks from which times were booked.
    copy.exec('PRAGMA secure_delete = ON');
    const networks = "SELECT name FROM sqlite_master WHERE name GLOB 'network_*'";
    for (const { name } of copy.prepare(networks).all()) copy.exec(`DELETE FROM ${name}`);
    return countIn(copy);
  } catch (cause) {
    rmSync(file);
    const why = cause instanceof Error ? cause.message : cause;
    throw new ExplainedError(`${source} could not be copied: ${why}`);
  }
};

export const backup = subcommand({
  help: 'copies the inbox of this machine to a new file, even while the site runs',
  argument: 'FILE',
  run: async (_, file = '', { environment }) =>
    `Messages backed up to ${file}: ${copyInbox(inboxFile(environment), file)}.`,
});

/** Replaces an inbox. A running server waits meanwhile, and stores new submissions afterwards. */
export const restore = subcommand({
  help: 'replaces the inbox of this machine with a backup, and keeps the old one',
  argument: 'FILE',
  run: async (_, file = '', { environment, now }) => {
    const { dataDir } = readServerConfig(environment);
    using folder = mkdtempDisposableSync(join(tmpdir(), 'inbox-'));
    const copy = join(folder.path, 'copy.sqlite');
    copyInbox(file, copy);
    // Brings the copy up to date; the backup is only read.
    openDatabase(copy).close();
    // Without COMMIT, closing it changes nothing.
    using database = openDatabase(databaseFile(dataDir));
    database.prepare('ATTACH ? AS backup').run(copy);
    database.exec('BEGIN IMMEDIATE');
    const kept = join(dataDir, `inbox-replaced-${now.toISOString().replaceAll(':', '-')}.sqlite`);
    // A second connection reads, while this one prevents writes.
    const before = copyInbox(databaseFile(dataDir), kept);
    // Counts only grow, so the larger one is newer.
    database.exec(
      `DELETE FROM submission;
      INSERT INTO submission SELECT * FROM backup.submission;
      INSERT INTO event_count SELECT * FROM backup.event_count WHERE TRUE
        ON CONFLICT (day, event, label) DO UPDATE SET count = max(count, excluded.count);
      COMMIT`,
    );
    const restored = `Messages restored from ${file}: ${countIn(database)}.`;
    if (before) {
      return `${restored} The inbox from before (messages: ${before}) is in ${kept}: delete that file within 30 days.`;
    }
    // The inbox was empty, as on a new machine.
    rmSync(kept);
    return restored;
  },
});
