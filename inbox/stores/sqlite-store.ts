import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Sql } from './sql.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

export const databaseFile = (dataDir: string): string => join(dataDir, 'inbox.sqlite');

export class DatabaseError extends Error {}

/** Milliseconds that a writer waits for others, and between its attempts. */
const patience = 5000;
const busyPause = 20;

/** Brings the tables up to date. What throws here ends with the database closed, and as it was. */
const migrate = (database: DatabaseSync, toWrite: boolean): void => {
  const folder = new URL('./migrations/', import.meta.url);
  const migrations = fs.readdirSync(folder).sort();
  const newest = migrations.length;
  const version = () => Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (!toWrite && version() === newest) return;
  // Another program may do the same at this moment. Here SQLite reports a folder that cannot be written.
  database.exec('BEGIN IMMEDIATE');
  const done = version();
  if (done > newest) throw new DatabaseError('is of a newer version of this site; update the site');
  for (const file of migrations.slice(done)) {
    const statements = fs.readFileSync(new URL(file, folder), 'utf8');
    database.exec(`${statements}; PRAGMA user_version = ${newest}`);
  }
  database.exec('COMMIT');
};

const remedy = 'Move it away, and bring a backup back: npm run inbox -- restore FILE';

const explain = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof DatabaseError) return message;
  if (message.includes('file is not a database')) {
    return 'is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to another folder';
  }
  if (message.includes('malformed')) return `is damaged: ${message}. ${remedy}`;
  return /readonly|unable to open|EACCES|EROFS|EPERM|EEXIST|ENOTDIR/.test(message)
    ? 'cannot be written. Check the owner of the folder, or set DATA_DIR to another one'
    : `cannot be used: ${message}`;
};

/** Makes what is missing, and takes rights from everybody but the owner. SQLite's files beside it follow. */
const makePrivate = (file: string): void => {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // To close one that is there would end the locks of this process (sqlite.org, How To Corrupt, 2.2).
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
  // Only its owner can change that.
  else if (fs.statSync(file).uid === process.getuid?.()) fs.chmodSync(file, 0o600);
};

/**
 * Opens a database, making what is missing. @throws DatabaseError, with what is stored untouched
 * @param toWrite whether to check that it can be written and is not damaged
 */
export const openDatabase = (file: string, { toWrite = true } = {}): DatabaseSync => {
  let database: DatabaseSync | null = null;
  try {
    if (file !== ':memory:') makePrivate(file);
    database = new DatabaseSync(file, { timeout: patience });
    // Survives power failures, overwrites what is erased.
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON');
    migrate(database, toWrite);
    if (!toWrite) return database;
    const problem = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (problem === 'ok') return database;
    throw new DatabaseError(`is damaged: ${String(problem).replace(/\s+/g, ' ')}. ${remedy}`);
  } catch (cause) {
    database?.close();
    throw new DatabaseError(`The database ${file} ${explain(cause)}.`, { cause });
  }
};

const identify = (path: string): string =>
  [path, `${path}-wal`]
    .map((each) => fs.statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((found) => found && `${found.dev} ${found.ino}`)
    .join();

/** Empties the log, in which erased data can be read. @returns false while another program reads it */
export const emptyLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;

/** Group commit: writes of one turn of the event loop share a transaction, and wait for the disk once. */
export const createSqliteStore = (database: DatabaseSync): Store => {
  // SQLite itself would keep this whole process waiting for other programs.
  database.exec('PRAGMA busy_timeout = 0');
  const statements = new Map<string, StatementSync>();
  const run = ({ text, values }: Sql): unknown[] => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement.all(...values);
  };
  const file = database.location() ?? ':memory:';
  const identity = identify(file);
  /** Throws where file or log has lost its name: what is written there reaches nobody. */
  const checkFile = (): void => {
    if (identify(file) === identity) return;
    throw new DatabaseError(
      `The database ${file} was removed or replaced while the site used it. Put it back, or restart the site`,
    );
  };

  let group: Sql[] = [];
  let rows = Promise.resolve<unknown[][]>([]);
  const commit = async (): Promise<unknown[][]> => {
    const until = performance.now() + patience;
    await setImmediate();
    const writes = group;
    group = [];
    for (;;) {
      try {
        checkFile();
        database.exec('BEGIN IMMEDIATE');
        const rows = writes.map(run);
        database.exec('COMMIT');
        checkFile();
        return rows;
      } catch (cause) {
        if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
        // Another program writes; extended codes have the reason (sqlite.org/rescode.html).
        const isBusy = (Number((cause as { errcode?: number }).errcode) & 0xff) === 5;
        if (!isBusy || performance.now() >= until) throw cause;
      }
      await setTimeout(busyPause);
    }
  };

  const store = createSqlStore({
    write: async <Row>(statement: Sql) => {
      const index = group.push(statement) - 1;
      if (index === 0) rows = commit();
      return (await rows)[index] as Row[];
    },
    read: async <Row>(statement: Sql) => run(statement) as Row[],
    pageSize: 100,
  });
  return {
    ...store,
    async erase(...which) {
      const { count } = await store.erase(...which);
      return { count, isGone: count === 0 || emptyLog(database) };
    },
  };
};
