import type { Fields, Store, Submission, SubmissionKind } from './store.ts';

export type SqlValue = string | number | null;

export interface SqlDriver {
  /** On disk when it resolves. @returns the rows of its RETURNING clause */
  write<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
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

const erasedBefore = (
  before: string,
  kinds: readonly SubmissionKind[] | undefined,
): [where: string, values: SqlValue[]] =>
  kinds
    ? [`received_at < ? AND kind IN (${kinds.map(() => '?').join(', ')})`, [before, ...kinds]]
    : ['received_at < ?', [before]];

export const createSqlStore = (driver: SqlDriver): Store => ({
  async add({ kind, receivedAt, idempotencyKey, fields, isToDeliver }) {
    const [row] = await driver.write<{ id: number }>(
      `INSERT INTO submission (kind, received_at, idempotency_key, fields, next_attempt_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
      [kind, receivedAt, idempotencyKey, JSON.stringify(fields), isToDeliver ? receivedAt : null],
    );
    return row?.id ?? null;
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

  async erase(filter) {
    const [where, values] =
      'id' in filter ? ['id = ?', [filter.id]] : erasedBefore(filter.before, filter.kinds);
    const rows = await driver.write(`DELETE FROM submission WHERE ${where} RETURNING id`, values);
    return rows.length;
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
    const rows = await driver.write(
      `UPDATE submission SET attempts = attempts + 1, next_attempt_at = ?
       WHERE id = ? AND attempts = ? AND next_attempt_at IS NOT NULL RETURNING id`,
      [nextAttemptAt, id, delivery.attempts],
    );
    return rows.length > 0;
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

  async claimAcknowledgement(id, mailbox, now, { since, inAll }) {
    // One statement, so that two processes cannot both find the last one free.
    const rows = await driver.write(
      `UPDATE submission SET acknowledged_at = ?, acknowledged_to = ?
       WHERE id = ? AND acknowledged_at IS NULL
         AND (SELECT count(*) FROM submission WHERE acknowledged_at >= ?) < ?
         AND NOT EXISTS
           (SELECT 1 FROM submission WHERE acknowledged_at >= ? AND acknowledged_to = ?)
       RETURNING id`,
      [now, mailbox, id, since, inAll, since, mailbox],
    );
    return rows.length > 0;
  },

  async checkWritable(now) {
    await driver.write(
      `INSERT INTO health (id, checked_at) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      [now],
    );
  },
});
