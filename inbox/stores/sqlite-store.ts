import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
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

/** Bytes of a log that stay when a long reader, who let it grow, has ended. */
const logLimit = 4 * 1024 * 1024;

/** Survives power failures, overwrites what is erased. */
const databaseSettings = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${logLimit}`;

/** Milliseconds for which SQLite keeps this whole process waiting for others. */
const setBlocking = (database: DatabaseSync, milliseconds: number): void =>
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`);

/** Another program writes; extended codes have the reason (sqlite.org/rescode.html). */
const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;

const migrate = (database: DatabaseSync): void => {
  const migrations = readdirSync(migrationsFolder).sort();
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
    database.exec(readFileSync(new URL(file, migrationsFolder), 'utf8'));
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
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Not opened when it is there: closing it would end the locks of this process (sqlite.org, "How To
  // Corrupt", 2.2).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  // Only its owner can change that.
  else if (statSync(file).uid === process.getuid?.()) chmodSync(file, 0o600);
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
  setBlocking(database, 0);
  return database;
};

/** Device and inode of the file and its log. */
const identityOf = (file: string): string =>
  [file, `${file}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => found && `${found.dev} ${found.ino}`)
    .join();

/** Makes what throws when the file or its log is not the open one: what is written then reaches nobody. */
const watchFile = (database: DatabaseSync): (() => void) => {
  const file = database.location();
  if (file === null) return () => {};
  const identity = identityOf(file);
  return () => {
    if (identityOf(file) === identity) return;
    throw new DatabaseError(
      `The database ${file} was removed or replaced while the site used it. Put it back, or restart the site`,
    );
  };
};

interface Write extends Sql {
  /** The end of the wait for other programs. */
  until: number;
  resolve: (rows: unknown[]) => void;
  reject: (cause: unknown) => void;
}

/** Group commit: writes of one turn of the event loop wait for the disk together, and for other programs. */
const createSqliteDriver = (database: DatabaseSync): SqlDriver => {
  const statements = new Map<string, StatementSync>();
  const rowsOf = ({ text, values }: Sql): unknown[] => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement.all(...values);
  };

  const checkFile = watchFile(database);
  let waiting: Write[] = [];
  const commit = (): void => {
    const writes = waiting;
    waiting = [];
    const settlements: (() => void)[] = [];
    try {
      checkFile();
      database.exec('BEGIN IMMEDIATE');
      for (const write of writes) {
        try {
          const rows = rowsOf(write);
          settlements.push(() => write.resolve(rows));
        } catch (cause) {
          // A full disk can undo the whole transaction.
          if (!database.isTransaction) throw cause;
          settlements.push(() => write.reject(cause));
        }
      }
      database.exec('COMMIT');
      checkFile();
    } catch (cause) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      const canWait = ({ until }: Write) => isBusy(cause) && performance.now() < until;
      waiting = writes.filter(canWait);
      if (waiting.length > 0) setTimeout(commit, busyPause);
      for (const write of writes) if (!waiting.includes(write)) write.reject(cause);
      return;
    }
    for (const settle of settlements) settle();
  };

  return {
    write: <Row>(statement: Sql) =>
      new Promise<Row[]>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit);
        const until = performance.now() + patience;
        waiting.push({ ...statement, until, resolve: (rows) => resolve(rows as Row[]), reject });
      }),
    read: async <Row>(statement: Sql) => rowsOf(statement) as Row[],
    pageSize: 100,
  };
};

/** Milliseconds, at most, for which writers wait while a log is emptied. */
const emptyingLimit = 500;

/**
 * Empties the log of recent writes, in which what was erased since could still be read.
 * @returns false while another program reads from it
 */
export const emptyLog = (database: DatabaseSync): boolean => {
  const blocking = Number(database.prepare('PRAGMA busy_timeout').get()?.timeout);
  setBlocking(database, Math.min(blocking, emptyingLimit));
  const isEmpty = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  setBlocking(database, blocking);
  return isEmpty;
};

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
