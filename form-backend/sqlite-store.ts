import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fields, Store, Submission, SubmissionKind } from './store.ts';

const migrationsFolder = new URL('./migrations/', import.meta.url);

/** A database that cannot be used, with what to do about it. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

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

/**
 * Opens the database, making folder and tables where they are missing.
 * @param file path of the database
 * @throws DatabaseError naming the file, what is wrong with it, and what to do; nothing that is
 *   stored is touched
 */
export const openDatabase = (file: string): DatabaseSync => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file);
    try {
      // A commit is on disk when it returns, also through a power failure.
      database.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000',
      );
      migrate(database);
      // A read-only folder shows itself only when something is written.
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

interface Row {
  id: number;
  kind: SubmissionKind;
  received_at: string;
  idempotency_key: string | null;
  fields: string;
}

const toSubmission = (row: Row): Submission => ({
  id: row.id,
  kind: row.kind,
  receivedAt: row.received_at,
  idempotencyKey: row.idempotency_key,
  fields: JSON.parse(row.fields) as Fields,
});

/** A store in an SQLite database. */
export const createSqliteStore = (database: DatabaseSync): Store => {
  const insert = database.prepare(
    `INSERT INTO submission (kind, received_at, idempotency_key, fields) VALUES (?, ?, ?, ?)
     ON CONFLICT (idempotency_key) DO NOTHING`,
  );
  const select = database.prepare(
    `SELECT * FROM submission WHERE (:kind IS NULL OR kind = :kind)
     AND (:since IS NULL OR received_at >= :since) ORDER BY received_at DESC, id DESC`,
  );
  return {
    async add({ kind, receivedAt, idempotencyKey, fields }) {
      return insert.run(kind, receivedAt, idempotencyKey, JSON.stringify(fields)).changes === 1;
    },
    async list({ kind, since } = {}) {
      const rows = select.all({ kind: kind ?? null, since: since ?? null });
      return (rows as unknown as Row[]).map(toSubmission);
    },
  };
};
