import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { ExplainedError } from '#model/mistake.ts';
import type { Sql } from './sql.ts';
import { createSqlStore, type Store } from './sql-store.ts';

export const databaseFile = (dataDir: string): string => join(dataDir, 'inbox.sqlite');

/** Milliseconds for which a writer waits for others, and the pause between its attempts. */
const patience = 5000;
const busyPause = 20;

/** Applies the missing migrations, all or none. */
const migrate = (database: DatabaseSync, toWrite: boolean): void => {
  const folder = new URL('./migrations/', import.meta.url);
  const migrations = fs.readdirSync(folder).sort();
  const newest = migrations.length;
  const version = () => Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (!toWrite && version() === newest) return;
  // Another program may be migrating. In a folder that cannot be written, this fails.
  database.exec('BEGIN IMMEDIATE');
  const done = version();
  if (done > newest)
    throw new ExplainedError('is of a newer version of this site; update the site');
  for (const file of migrations.slice(done)) {
    const statements = fs.readFileSync(new URL(file, folder), 'utf8');
    database.exec(`${statements}; PRAGMA user_version = ${newest}`);
  }
  database.exec('COMMIT');
};

const remedy = 'Move it away, and bring a backup back: npm run inbox -- restore FILE';

const explain = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof ExplainedError) return message;
  if (message.includes('file is not a database')) {
    return 'is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to another folder';
  }
  if (message.includes('malformed')) return `is damaged: ${message}. ${remedy}`;
  return /readonly|unable to open|EACCES|EROFS|EPERM|EEXIST|ENOTDIR/.test(message)
    ? 'cannot be written. Check the owner of the folder, or set DATA_DIR to another one'
    : `cannot be used: ${message}`;
};

/** Creates folder and file, and lets only their owner read the file. SQLite gives its other files the same mode. */
const makePrivate = (file: string): void => {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Closing an existing file would release this process's locks (sqlite.org, How To Corrupt, 2.2).
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
  // Only the owner of a file can change its mode.
  else if (fs.statSync(file).uid === process.getuid?.()) fs.chmodSync(file, 0o600);
};

/**
 * Opens a database, or creates it. @throws ExplainedError, after which the stored data is unchanged
 * @param toWrite whether to check that it can be written and is not damaged
 */
export const openDatabase = (file: string, { toWrite = true } = {}): DatabaseSync => {
  let database: DatabaseSync | null = null;
  try {
    if (file !== ':memory:') makePrivate(file);
    database = new DatabaseSync(file, { timeout: patience });
    // Commits survive a power failure; erased data is overwritten.
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON');
    migrate(database, toWrite);
    if (!toWrite) return database;
    const problem = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (problem === 'ok') return database;
    throw new ExplainedError(`is damaged: ${String(problem).replace(/\s+/g, ' ')}. ${remedy}`);
  } catch (cause) {
    database?.close();
    throw new ExplainedError(`The database ${file} ${explain(cause)}.`, { cause });
  }
};

const identify = (path: string): string =>
  [path, `${path}-wal`]
    .map((each) => fs.statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((found) => found && `${found.dev} ${found.ino}`)
    .join();

/** Empties the write-ahead log, which can contain erased data. @returns false while another program reads it */
export const emptyLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;

/** Creates a store. Each statement is a transaction of its own, which is on disk before the next one begins. */
export const createSqliteStore = (database: DatabaseSync): Store => {
  // SQLite's own waiting would block this process.
  database.exec('PRAGMA busy_timeout = 0');
  const run = <Row>({ text, values }: Sql): Row[] => database.prepare(text).all(...values) as Row[];
  const file = database.location() ?? ':memory:';
  const identity = identify(file);
  /** Throws if the database or its log was removed or replaced, because writes would be lost. */
  const checkFile = (): void => {
    if (identify(file) === identity) return;
    throw new ExplainedError(
      `The database ${file} was removed or replaced while the site used it. Put it back, or restart the site`,
    );
  };

  const store = createSqlStore({
    write: async <Row>(statement: Sql) => {
      const until = performance.now() + patience;
      for (;;) {
        try {
          checkFile();
          const rows = run<Row>(statement);
          checkFile();
          return rows;
        } catch (cause) {
          // SQLITE_BUSY, without the bits of its extended codes (sqlite.org/rescode.html): another program writes.
          const isBusy = (Number((cause as { errcode?: number }).errcode) & 0xff) === 5;
          if (!isBusy || performance.now() >= until) throw cause;
        }
        await setTimeout(busyPause);
      }
    },
    read: async (statement) => run(statement),
    pageSize: 100,
  });
  return {
    ...store,
    async erase(filter) {
      const { count } = await store.erase(filter);
      return { count, isGone: count === 0 || emptyLog(database) };
    },
  };
};
