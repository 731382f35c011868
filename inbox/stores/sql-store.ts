import type { Fields, Store, Submission, SubmissionKind } from './store.ts';

export type SqlValue = string | number | null;

export interface SqlDriver {
  /** On disk when it resolves. @returns how many rows changed */
  write(sql: string, values: readonly SqlValue[]): Promise<number>;
  read<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
}

interface Row {
  id: number;
  kind: SubmissionKind;
  received_at: string;
  idempotency_key: string | null;
  fields: string;
  next_attempt_at: string | null;
  attempts: number;
  last_error: string | null;
  delivered_at: string | null;
}

const toSubmission = (row: Row): Submission => ({
  id: row.id,
  kind: row.kind,
  receivedAt: row.received_at,
  idempotencyKey: row.idempotency_key,
  fields: JSON.parse(row.fields) as Fields,
  delivery: {
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    lastError: row.last_error,
    deliveredAt: row.delivered_at,
  },
});

export const createSqlStore = (driver: SqlDriver): Store => ({
  async add({ kind, receivedAt, idempotencyKey, fields, isToDeliver }) {
    const changes = await driver.write(
      `INSERT INTO submission (kind, received_at, idempotency_key, fields, next_attempt_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING`,
      [kind, receivedAt, idempotencyKey, JSON.stringify(fields), isToDeliver ? receivedAt : null],
    );
    return changes > 0;
  },

  async list({ kind, since, isUndelivered = false } = {}) {
    const conditions: [sql: string, ...values: SqlValue[]][] = [];
    if (kind !== undefined) conditions.push(['kind = ?', kind]);
    if (since !== undefined) conditions.push(['received_at >= ?', since]);
    if (isUndelivered) conditions.push(['next_attempt_at IS NOT NULL']);
    const where = ['TRUE', ...conditions.map(([sql]) => sql)].join(' AND ');
    const rows = await driver.read<Row>(
      `SELECT * FROM submission WHERE ${where} ORDER BY received_at DESC, id DESC`,
      conditions.flatMap(([, ...values]) => values),
    );
    return rows.map(toSubmission);
  },

  erase(filter) {
    return 'id' in filter
      ? driver.write('DELETE FROM submission WHERE id = ?', [filter.id])
      : driver.write('DELETE FROM submission WHERE received_at < ?', [filter.before]);
  },

  async listDue(now, limit) {
    const rows = await driver.read<Row>(
      'SELECT * FROM submission WHERE next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT ?',
      [now, limit],
    );
    return rows.map(toSubmission);
  },

  async nextDueAt() {
    const [row] = await driver.read<{ due: string | null }>(
      'SELECT min(next_attempt_at) AS due FROM submission WHERE next_attempt_at IS NOT NULL',
      [],
    );
    return row?.due ?? null;
  },

  async claim({ id, delivery }, nextAttemptAt) {
    // Of two processes with the same number of attempts, one can raise it.
    const changes = await driver.write(
      `UPDATE submission SET attempts = attempts + 1, next_attempt_at = ?
       WHERE id = ? AND attempts = ? AND next_attempt_at IS NOT NULL`,
      [nextAttemptAt, id, delivery.attempts],
    );
    return changes > 0;
  },

  async setDelivered(id, deliveredAt) {
    await driver.write(
      `UPDATE submission SET delivered_at = ?, next_attempt_at = NULL, last_error = NULL
       WHERE id = ?`,
      [deliveredAt, id],
    );
  },

  async setFailed(id, error) {
    await driver.write('UPDATE submission SET last_error = ? WHERE id = ?', [error, id]);
  },

  async checkWritable(now) {
    await driver.write(
      `INSERT INTO health (id, checked_at) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      [now],
    );
  },
});
