import { closeSync, mkdtempDisposableSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { CommandError } from '../options.ts';

/** A failure of SQLite or the file system, in words that name the file. */
const explain = (what: string, cause: unknown): Error => {
  if (cause instanceof CommandError || cause instanceof DatabaseError) return cause;
  return new CommandError(`${what}: ${cause instanceof Error ? cause.message : cause}`);
};

/** Returns the first value of the first row; 0 when there is none. */
const numberFrom = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);

/** @throws CommandError when SQLite finds it damaged, or there is no inbox in it */
const check = (file: string, database: DatabaseSync): void => {
  const [problem] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (problem !== 'ok') throw new CommandError(`${file} is damaged: ${problem}`);
  if (numberFrom(database, "SELECT count(*) FROM sqlite_master WHERE name = 'submission'") === 0) {
    throw new CommandError(`${file} is no backup of an inbox: it has no table "submission"`);
  }
};

/** A reader needs no lock, and changes nothing. */
const copyDatabase = (source: string, file: string): void => {
  using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  check(source, database);
  database.prepare('VACUUM INTO ?').run(file);
};

/** Without the key, a copy says nothing of the networks that times were booked from. */
const forgetNetworks = (copy: DatabaseSync): void => {
  copy.exec('PRAGMA secure_delete = ON');
  const tables = copy.prepare("SELECT name FROM sqlite_master WHERE name GLOB 'network_*'").all();
  for (const { name } of tables) copy.exec(`DELETE FROM ${name}`);
};

/**
 * Writes what a database file holds at this moment to a new file, which only its owner can read,
 * and checks that. A server may write meanwhile: VACUUM INTO reads one state
 * (sqlite.org/lang_vacuum.html).
 * @returns how many submissions are in the file
 * @throws CommandError, and then there is no such file, or the one that was there before
 */
export const backUp = (source: string, file: string): number => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (isThere) throw new CommandError(`${file} is there already; name a file that is not`);
    throw explain(`${file} cannot be written`, cause);
  }
  try {
    copyDatabase(source, file);
    using copy = new DatabaseSync(file);
    forgetNetworks(copy);
    check(file, copy);
    return numberFrom(copy, 'SELECT count(*) FROM submission');
  } catch (cause) {
    rmSync(file);
    throw explain(`${file} could not be written`, cause);
  }
};

/** What takes the place of the inbox; of two counts of a day, one is from before the other. */
const replacement = (columns: unknown): string =>
  `DELETE FROM submission;
  INSERT INTO submission (${columns}) SELECT ${columns} FROM backup.submission;
  INSERT INTO event_count SELECT * FROM backup.event_count WHERE TRUE
    ON CONFLICT (day, event, label) DO UPDATE SET count = max(count, excluded.count);
  COMMIT`;

/**
 * Puts what is in the file in the place of what is in the inbox, which is kept beside it; of counts
 * the larger stays. A server that runs waits meanwhile, so that what arrives comes after.
 * @returns how many are in the inbox, how many of them the outbox will deliver again, how many were
 * in it before, and the file that keeps those
 * @throws CommandError or DatabaseError, with the inbox as it was
 */
export const restore = (file: string, dataDir: string, now: Date) => {
  // Nobody else can read it, and it is gone with this block.
  using folder = mkdtempDisposableSync(join(tmpdir(), 'inbox-'));
  const copy = join(folder.path, 'copy.sqlite');
  try {
    copyDatabase(file, copy);
  } catch (cause) {
    throw explain(`${file} cannot be read as a backup`, cause);
  }
  // Brings the copy up to date; the backup is only read.
  openDatabase(copy).close();
  const inboxFile = databaseFile(dataDir);
  using database = openDatabase(inboxFile);
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const kept = join(dataDir, `inbox-replaced-${time}Z.sqlite`);
  try {
    database.prepare('ATTACH ? AS backup').run(copy);
    database.exec('BEGIN IMMEDIATE');
    const before = numberFrom(database, 'SELECT count(*) FROM submission');
    // Another connection reads while this one keeps others from writing.
    if (before > 0) backUp(inboxFile, kept);
    const names = "SELECT group_concat(name) AS names FROM pragma_table_info('submission')";
    database.exec(replacement(database.prepare(names).get()?.names));
    const count = numberFrom(database, 'SELECT count(*) FROM submission');
    const toDeliver = numberFrom(database, 'SELECT count(next_attempt_at) FROM submission');
    return { count, toDeliver, before, kept };
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw explain(`${inboxFile} was not changed`, cause);
  }
};
