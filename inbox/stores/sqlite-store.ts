import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Sql, SqlDriver } from './sql.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

export const databaseFile = (dataDir: string): string => join(dataDir, 'inbox.sqlite');

const migrationsFolder = new URL('./migrations/', import.meta.url);

export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Milliseconds that a writer waits for others. */
const patience = 5000;
/** Milliseconds between attempts to write while another program does. */
const busyPause = 20;

/** Survives power failures, overwrites what is erased. */
const databaseSettings =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON';

/** Another program writes; extended codes have the reason (sqlite.org/rescode.html). */
const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;

const migrate = (database: DatabaseSync): void => {
  const migrations = fs.readdirSync(migrationsFolder).sort();
  const version = () => Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version() === migrations.length) return;
  // Another program may do the same at this moment. What throws here ends with the database closed.
  database.exec('BEGIN IMMEDIATE');
  const done = version();
  if (done > migrations.length) {
    throw new DatabaseError(
      `was written by a newer version of this site (schema ${done}, known ${migrations.length}); update the site`,
    );
  }
  for (const file of migrations.slice(done)) {
    database.exec(fs.readFileSync(new URL(file, migrationsFolder), 'utf8'));
  }
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
};

const explain = (cause: unknown): string => {
  if (cause instanceof DatabaseError) return cause.message;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.includes('file is not a database')) {
    return 'is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to another folder';
  }
  if (/readonly|unable to open|EACCES|EROFS|EPERM|EEXIST|ENOTDIR/.test(message)) {
    return 'cannot be written. Check the owner of the folder, or set DATA_DIR to another one';
  }
  return `cannot be used: ${message}`;
};

/** Makes what is missing, and takes rights from everybody but the owner. SQLite's files beside it follow. */
const makePrivate = (file: string): void => {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Not opened when it is there: closing it would end the locks of this process (sqlite.org, "How To
  // Corrupt", 2.2).
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
  // Only its owner can change that.
  else if (fs.statSync(file).uid === process.getuid?.()) fs.chmodSync(file, 0o600);
};

/**
 * Opens a database, making what is missing.
 * @throws DatabaseError, with what is stored untouched; also when it could not be written, unless
 * that is not wanted
 */
export const openDatabase = (file: string, { toWrite = true } = {}): DatabaseSync => {
  try {
    if (file !== ':memory:') makePrivate(file);
    const database = new DatabaseSync(file, { timeout: patience });
    try {
      database.exec(databaseSettings);
      migrate(database);
      // SQLite reports a read-only folder only on a write.
      if (toWrite) database.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch (cause) {
      database.close();
      throw cause;
    }
    return database;
  } catch (cause) {
    throw new DatabaseError(`The database ${file} ${explain(cause)}.`, { cause });
  }
};

/**
 * Opens a database for a server, which has it open for long and others to answer while it waits.
 * @throws DatabaseError, also when SQLite finds it damaged
 */
export const openForServer = (file: string): DatabaseSync => {
  const database = openDatabase(file);
  const problem = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (problem !== 'ok') {
    database.close();
    throw new DatabaseError(
      `The database ${file} is damaged: ${String(problem).replace(/\s+/g, ' ')}. Move it away, and bring a backup back: npm run inbox -- restore FILE`,
    );
  }
  return database;
};

/** Makes what throws when the file or its log is not the open one: what is written then reaches nobody. */
const watchFile = (database: DatabaseSync): (() => void) => {
  const file = database.location();
  if (file === null) return () => {};
  const identify = (): string =>
    [file, `${file}-wal`]
      .map((path) => fs.statSync(path, { bigint: true, throwIfNoEntry: false }))
      .map((found) => found && `${found.dev} ${found.ino}`)
      .join();
  const identity = identify();
  return () => {
    if (identify() === identity) return;
    throw new DatabaseError(
      `The database ${file} was removed or replaced while the site used it. Put it back, or restart the site`,
    );
  };
};

/** Group commit: writes of one turn of the event loop share a transaction, and wait for the disk once. */
const createSqliteDriver = (database: DatabaseSync): SqlDriver => {
  // SQLite itself would keep this whole process waiting for other programs.
  database.exec('PRAGMA busy_timeout = 0');
  const statements = new Map<string, StatementSync>();
  const rowsOf = ({ text, values }: Sql): unknown[] => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement.all(...values);
  };
  const checkFile = watchFile(database);

  let group: { writes: Sql[]; rows: Promise<unknown[][]> } | null = null;
  const commit = async (writes: readonly Sql[]): Promise<unknown[][]> => {
    const until = performance.now() + patience;
    await setImmediate();
    group = null;
    for (;;) {
      try {
        checkFile();
        database.exec('BEGIN IMMEDIATE');
        const rows = writes.map(rowsOf);
        database.exec('COMMIT');
        checkFile();
        return rows;
      } catch (cause) {
        if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
        if (!isBusy(cause) || performance.now() >= until) throw cause;
      }
      await setTimeout(busyPause);
    }
  };

  return {
    write: async <Row>(statement: Sql) => {
      if (!group) {
        const writes: Sql[] = [];
        group = { writes, rows: commit(writes) };
      }
      const { writes, rows } = group;
      const index = writes.push(statement) - 1;
      return (await rows)[index] as Row[];
    },
    read: async <Row>(statement: Sql) => rowsOf(statement) as Row[],
    pageSize: 100,
  };
};

/**
 * Empties the log of recent writes, in which what was erased since could still be read.
 * @returns false while another program reads from it
 */
export const emptyLog = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;

export const createSqliteStore = (database: DatabaseSync): Store => {
  const store = createSqlStore(createSqliteDriver(database));
  return {
    ...store,
    async erase(...which) {
      const { count } = await store.erase(...which);
      return { count, isGone: count === 0 || emptyLog(database) };
    },
  };
};
