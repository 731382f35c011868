import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createSqlStore, type SqlDriver, type SqlValue } from './sql-store.ts';
import type { Store } from './store.ts';

export const databaseFile = (dataDir: string): string => join(dataDir, 'inbox.sqlite');

const migrationsFolder = new URL('./migrations/', import.meta.url);

export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Milliseconds that a writer waits for others. */
const patience = 5000;

/** Survives power failures, overwrites what is erased. */
const databaseSettings = `PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON`;

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

/** Opens a database, making what is missing. @throws DatabaseError, with what is stored untouched */
export const openDatabase = (file: string): DatabaseSync => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file);
    try {
      database.exec(databaseSettings);
      migrate(database);
      // SQLite reports a read-only folder only on a write.
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch (cause) {
      database.close();
      throw cause;
    }
    return database;
  } catch (cause) {
    throw new DatabaseError(`The database ${file} ${explain(cause)}.`, { cause });
  }
};

interface Write {
  sql: string;
  values: readonly SqlValue[];
  resolve: (rows: unknown[]) => void;
  reject: (cause: unknown) => void;
}

/** Group commit: writes of one turn of the event loop wait for the disk together. */
const createSqliteDriver = (database: DatabaseSync): SqlDriver => {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
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
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of writes) reject(cause);
      return;
    }
    for (const settle of settlements) settle();
  };

  return {
    write: <Row>(sql: string, values: readonly SqlValue[]) =>
      new Promise<Row[]>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit);
        waiting.push({ sql, values, resolve: (rows) => resolve(rows as Row[]), reject });
      }),
    async read<Row>(sql: string, values: readonly SqlValue[]) {
      return prepared(sql).all(...values) as unknown as Row[];
    },
    pageSize: 100,
  };
};

/**
 * Empties the log of recent writes, in which what was erased since could still be read. Waits for half
 * a second: a server answers nobody meanwhile.
 * @returns false when somebody reads from it
 */
export const emptyLog = (database: DatabaseSync): boolean => {
  database.exec('PRAGMA busy_timeout = 500');
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${patience}`);
  }
};

export const createSqliteStore = (database: DatabaseSync): Store => {
  const store = createSqlStore(createSqliteDriver(database));
  return {
    ...store,
    async erase(filter) {
      const { count } = await store.erase(filter);
      return { count, isGone: count === 0 || emptyLog(database) };
    },
  };
};
