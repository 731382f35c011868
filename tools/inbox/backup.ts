import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';

export class BackupError extends Error {
  override name = 'BackupError';
}

/** A failure of SQLite or the file system, in words that name the file. */
const explain = (what: string, cause: unknown): Error => {
  if (cause instanceof BackupError || cause instanceof DatabaseError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new BackupError(`${what}: ${message}`, { cause });
};

/** The first value of the first row; 0 when there is none. */
export const numberFrom = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);

/** @throws BackupError when SQLite finds it damaged, or there is no inbox in it */
const check = (file: string, database: DatabaseSync): void => {
  const [problem] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (problem !== 'ok') throw new BackupError(`${file} is damaged: ${problem}`);
  if (numberFrom(database, "SELECT count(*) FROM sqlite_master WHERE name = 'submission'") === 0) {
    throw new BackupError(`${file} is no backup of an inbox: it has no table "submission"`);
  }
};

/** Runs `use` with a folder that nobody else can read, and that is gone afterwards. */
export const withFolder = async <Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Runs `use` with a database that is closed afterwards. */
export const withDatabase = <Result>(
  database: DatabaseSync,
  use: (database: DatabaseSync) => Result,
): Result => {
  try {
    return use(database);
  } finally {
    database.close();
  }
};

/** A reader needs no lock, and changes nothing. */
const copyDatabase = (source: string, file: string): void =>
  withDatabase(new DatabaseSync(source, { readOnly: true, timeout: 5000 }), (database) => {
    check(source, database);
    database.prepare('VACUUM INTO ?').run(file);
  });

/** They are kept for a day, and a copy for long. One of an older version has none. */
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
 * @throws BackupError, and then there is no such file, or the one that was there before
 */
export const backUp = (source: string, file: string): number => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (isThere) throw new BackupError(`${file} is there already; name a file that is not`);
    throw explain(`${file} cannot be written`, cause);
  }
  try {
    copyDatabase(source, file);
    withDatabase(new DatabaseSync(file), forgetNetworks);
    return withDatabase(new DatabaseSync(file, { readOnly: true }), (copy) => {
      check(file, copy);
      return numberFrom(copy, 'SELECT count(*) FROM submission');
    });
  } catch (cause) {
    rmSync(file);
    throw explain(`${file} could not be written`, cause);
  }
};

/** Opens a copy of a backup, brought up to date; the backup is only read. */
export const openCopy = (file: string, folder: string): DatabaseSync => {
  const copy = join(folder, 'copy.sqlite');
  try {
    copyDatabase(file, copy);
  } catch (cause) {
    throw explain(`${file} cannot be read as a backup`, cause);
  }
  return openDatabase(copy);
};

export interface Restored {
  count: number;
  /** How many of them the outbox will deliver again. */
  toDeliver: number;
  /** Null when nothing was replaced. */
  replaced: { count: number; file: string } | null;
}

const columnsOf = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_info('submission')")
    .all()
    .map(({ name }) => String(name));

/** Of two counts of a day, one is from before the other. */
export const keepLarger =
  'ON CONFLICT (day, event, label) DO UPDATE SET count = max(count, excluded.count)';

/** Of a database that is up to date. */
export const countRestored = (copy: DatabaseSync): Pick<Restored, 'count' | 'toDeliver'> => ({
  count: numberFrom(copy, 'SELECT count(*) FROM submission'),
  toDeliver: numberFrom(copy, 'SELECT count(next_attempt_at) FROM submission'),
});

/** A name in `dataDir`, which is made, with the time in UTC: git ignores what is in there. */
export const replacedFile = (dataDir: string, now: Date): string => {
  mkdirSync(dataDir, { recursive: true });
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return join(dataDir, `inbox-replaced-${time}Z.sqlite`);
};

/**
 * Puts what is in the file in the place of what is in the inbox, which is kept beside it; of counts
 * the larger stays. A server that runs waits meanwhile, so that what arrives comes after.
 * @throws BackupError or DatabaseError, with the inbox as it was
 */
export const restore = (file: string, dataDir: string, now: Date): Promise<Restored> =>
  withFolder(async (folder) => {
    const restored = withDatabase(openCopy(file, folder), countRestored);
    const inboxFile = databaseFile(dataDir);
    return withDatabase(openDatabase(inboxFile), (database) => {
      database.prepare('ATTACH ? AS backup').run(join(folder, 'copy.sqlite'));
      try {
        database.exec('BEGIN IMMEDIATE');
        const held = numberFrom(database, 'SELECT count(*) FROM submission');
        const replaced = held === 0 ? null : { count: held, file: replacedFile(dataDir, now) };
        // Another connection reads while this one keeps others from writing.
        if (replaced) backUp(inboxFile, replaced.file);
        const columns = columnsOf(database).join(', ');
        database.exec(`DELETE FROM submission;
          INSERT INTO submission (${columns}) SELECT ${columns} FROM backup.submission;
          INSERT INTO event_count SELECT * FROM backup.event_count WHERE TRUE ${keepLarger};
          COMMIT`);
        return { ...restored, replaced };
      } catch (cause) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw explain(`${inboxFile} was not changed`, cause);
      }
    });
  });
