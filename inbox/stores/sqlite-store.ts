import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { earlyBookings } from './early-bookings.ts';
import { createSqlStore, type SqlDriver, type SqlValue } from './sql-store.ts';
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

/** Something wrote to the file; whether SQLite did, shows when it is done. */
class UnsettledError extends DatabaseError {}

/** Another program writes; extended codes say why (sqlite.org/rescode.html). */
const isBusy = (cause: unknown): boolean =>
  cause instanceof UnsettledError ||
  (cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5);

const migrate = (database: DatabaseSync): void => {
  const migrations = readdirSync(migrationsFolder).sort();
  const { user_version: done } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  if (done > migrations.length) {
    throw new DatabaseError(
      `was written by a newer version of this site (schema ${done}, known ${migrations.length}); update the site`,
    );
  }
  if (database.prepare(earlyBookings.find).get()) {
    database.exec(`BEGIN IMMEDIATE; ${earlyBookings.complete}; COMMIT`);
  }
  for (const [index, file] of migrations.entries()) {
    if (index < done) continue;
    const sql = readFileSync(new URL(file, migrationsFolder), 'utf8');
    database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
};

const explain = (cause: unknown): string => {
  if (cause instanceof DatabaseError) return cause.message;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.includes('file is not a database')) {
    return 'is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to another folder';
  }
  if (/readonly|unable to open|EACCES|EROFS|EPERM|EEXIST|ENOTDIR/.test(message)) {
    return 'cannot be written. Check who owns the folder, or set DATA_DIR to another one';
  }
  return `cannot be used: ${message}`;
};

/** What SQLite keeps beside a database has the rights of the database. */
const filesOf = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`];

/** Makes what is missing, and takes rights from everybody but the owner. */
const makePrivate = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Not opened when it is there: closing it would end the locks of this process (sqlite.org, "How To
  // Corrupt", 2.2).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const path of filesOf(file).filter((path) => existsSync(path))) {
    // Somebody else's file is theirs to close.
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o600);
  }
};

/**
 * Opens a database, making what is missing.
 * @param blocking milliseconds for which it keeps this whole process waiting for others
 * @throws DatabaseError, with what is stored untouched; also when it could not be written, unless
 * that is not wanted
 */
export const openDatabase = (
  file: string,
  { blocking = patience, toWrite = true } = {},
): DatabaseSync => {
  try {
    if (file !== ':memory:') makePrivate(file);
    const database = new DatabaseSync(file, { timeout: blocking });
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

/** An open database that stays the one at its path. */
export interface Connection {
  readonly database: DatabaseSync;
  /**
   * @throws DatabaseError when file or log was removed or replaced: what is written reaches nobody.
   * What was held is then kept beside it; when that is done, what is there by then is opened.
   */
  check: () => void;
}

/** Device and inode of the file and its log. */
const identityOf = (file: string): string =>
  [file, `${file}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => found && `${found.dev} ${found.ino}`)
    .join();

/** Size and time of the last change of what the log has brought into the file. */
const stampOf = (file: string): string => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return `${found?.size} ${found?.mtimeNs}`;
};

/** Changes with all that programs write by SQLite: commits of others, the log's length, how far it is in the file. */
const accountOf = (database: DatabaseSync): string =>
  ['data_version', 'wal_checkpoint(NOOP)']
    .flatMap((pragma) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {}))
    .join();

/**
 * Notices a copy that is written over the file: it changes, and SQLite knows nothing of it.
 * @returns how long that has been so, in milliseconds, or null. Another program that brings the log
 * into the file looks the same, until it is done.
 */
const watchForCopies = (file: string, database: DatabaseSync): (() => number | null) => {
  let account = accountOf(database);
  let stamp = stampOf(file);
  let changed = { stamp, at: 0 };
  return () => {
    const now = accountOf(database);
    const found = stampOf(file);
    if (now !== account) {
      account = now;
      // SQLite writes the file first: this is of afterwards.
      stamp = stampOf(file);
      return null;
    }
    if (found === stamp) return null;
    if (found !== changed.stamp) changed = { stamp: found, at: performance.now() };
    return performance.now() - changed.at;
  };
};

/** Makes a file of what a database holds, in a thread of its own. */
const keep = async (database: DatabaseSync, file: string): Promise<void> => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'wx', 0o600));
  try {
    await backup(database, file, { rate: 1000 });
  } catch (cause) {
    rmSync(file);
    throw cause;
  }
};

/** @returns how many submissions are in it; null when it is too damaged for that */
const count = (database: DatabaseSync): number | null => {
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM submission').get()?.count);
  } catch {
    return null;
  }
};

/**
 * Opens a database as a server does, which has it open for long.
 * @param settling milliseconds without a change, after which nobody is still bringing the log into the
 * file
 * @throws DatabaseError, also when SQLite finds it damaged
 */
export const connect = (
  file: string,
  logError: (message: string) => void,
  settling = 10_000,
): Connection & { close: () => Promise<void> } => {
  let database = openDatabase(file);
  const problem = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (problem !== 'ok') {
    database.close();
    throw new DatabaseError(
      `The database ${file} is damaged: ${String(problem).replace(/\s+/g, ' ')}. Move it away, and bring a backup back: npm run inbox -- restore FILE`,
    );
  }
  let identity = identityOf(file);
  let copiedSince = watchForCopies(file, database);
  // A server has others to answer; its store tries again.
  setBlocking(database, 0);

  const what = `The database ${file} was removed or replaced while the site used it.`;
  const keepAndClose = async (): Promise<void> => {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const kept = join(dirname(file), `inbox-removed-${time}Z.sqlite`);
    const isCopied = identityOf(file) === identity;
    await keep(database, kept);
    const held = count(database);
    // Closing would bring the log into the copy, which knows nothing of it.
    if (isCopied) truncateSync(`${file}-wal`);
    // First, since a log that was removed is in the memory that connections share.
    database.close();
    logError(
      held === null
        ? `${what} What is left of what it held is in ${kept}, and damaged.`
        : `${what} What it held is in ${kept}: ${held}; npm run inbox -- restore brings it back.`,
    );
  };
  let keeping: Promise<void> | null = null;

  return {
    get database() {
      return database;
    },
    check: () => {
      if (!keeping && !database.isOpen) {
        database = openDatabase(file, { blocking: 0 });
        identity = identityOf(file);
        copiedSince = watchForCopies(file, database);
      }
      if (!keeping && identityOf(file) === identity) {
        const since = copiedSince();
        if (since === null) return;
        if (since < settling) throw new UnsettledError(what);
      }
      keeping ??= keepAndClose()
        .catch((cause) => logError(`${what} What it held is not kept yet: ${explain(cause)}`))
        .finally(() => {
          keeping = null;
        });
      throw new DatabaseError(what);
    },
    close: async () => {
      await keeping;
      if (database.isOpen) database.close();
    },
  };
};

interface Write {
  sql: string;
  values: readonly SqlValue[];
  /** When it has waited long enough for other programs. */
  until: number;
  resolve: (rows: unknown[]) => void;
  reject: (cause: unknown) => void;
}

/** Group commit: writes of one turn of the event loop wait for the disk together, and for others. */
const createSqliteDriver = (connection: Connection): SqlDriver => {
  const caches = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
  const prepared = (sql: string): StatementSync => {
    const { database } = connection;
    const statements = caches.get(database) ?? new Map<string, StatementSync>();
    caches.set(database, statements);
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  let waiting: Write[] = [];
  const commit = (): void => {
    const writes = waiting;
    waiting = [];
    const settlements: (() => void)[] = [];
    try {
      connection.check();
      const { database } = connection;
      database.exec('BEGIN IMMEDIATE');
      for (const { sql, values, resolve, reject } of writes) {
        try {
          const rows = prepared(sql).all(...values);
          settlements.push(() => resolve(rows));
        } catch (cause) {
          // A full disk can undo the whole transaction.
          if (!database.isTransaction) throw cause;
          settlements.push(() => reject(cause));
        }
      }
      database.exec('COMMIT');
      connection.check();
    } catch (cause) {
      const { database } = connection;
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      const now = performance.now();
      const isLost = ({ until }: Write): boolean => !isBusy(cause) || until <= now;
      waiting = writes.filter((write) => !isLost(write));
      for (const write of writes) if (isLost(write)) write.reject(cause);
      if (waiting.length > 0) setTimeout(commit, busyPause);
      return;
    }
    for (const settle of settlements) settle();
  };

  return {
    write: <Row>(sql: string, values: readonly SqlValue[]) =>
      new Promise<Row[]>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit);
        const until = performance.now() + patience;
        waiting.push({ sql, values, until, resolve: (rows) => resolve(rows as Row[]), reject });
      }),
    async read<Row>(sql: string, values: readonly SqlValue[]) {
      return prepared(sql).all(...values) as unknown as Row[];
    },
    pageSize: 100,
  };
};

/** Half a second. */
const emptyingAttempts = 10;

/**
 * Empties the log of recent writes, in which what was erased since could still be read.
 * @returns false when somebody reads from it for longer than half a second
 */
export const emptyLog = async (database: DatabaseSync): Promise<boolean> => {
  const blocking = Number(database.prepare('PRAGMA busy_timeout').get()?.timeout);
  for (let attempt = 1; ; attempt++) {
    setBlocking(database, 0);
    const isEmpty = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    setBlocking(database, blocking);
    if (isEmpty || attempt === emptyingAttempts) return isEmpty;
    await setTimeoutPromise(50);
  }
};

/** @param opened by `connect`, or a database that nobody takes away */
export const createSqliteStore = (opened: Connection | DatabaseSync): Store => {
  const connection = 'check' in opened ? opened : { database: opened, check: () => {} };
  const store = createSqlStore(createSqliteDriver(connection));
  return {
    ...store,
    async erase(...which) {
      const { count } = await store.erase(...which);
      return { count, isGone: count === 0 || (await emptyLog(connection.database)) };
    },
  };
};
