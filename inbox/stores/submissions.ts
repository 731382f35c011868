import { submissionLimit } from '../request.ts';
import { joinSql, type Sql, type SqlDriver, sql } from './sql.ts';
import type {
  Booking,
  Fields,
  Store,
  Submission,
  SubmissionFilter,
  SubmissionKind,
} from './store.ts';

/** Of the table of submissions. */
export interface Row {
  id: number;
  kind: SubmissionKind;
  received_at: string;
  idempotency_key: string | null;
  fields: string;
  next_attempt_at: string | null;
  attempts: number;
  last_error: string | null;
  delivered_at: string | null;
  seen_at: string | null;
  answered_at: string | null;
  starts_at: string | null;
  sequence: number;
  changed_at: string | null;
  cancelled_at: string | null;
  invited_sequence: number | null;
  invitation_due: number;
}

const invitationOf = ({ invitation_due, invited_sequence, sequence }: Row) => {
  if (invitation_due) return 'due';
  return invited_sequence === sequence ? 'sent' : 'none';
};

export const toSubmission = (row: Row): Submission => ({
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
  seenAt: row.seen_at,
  answeredAt: row.answered_at,
  time:
    row.starts_at === null
      ? null
      : {
          start: row.starts_at,
          sequence: row.sequence,
          changedAt: row.changed_at,
          cancelledAt: row.cancelled_at,
          invitation: invitationOf(row),
        },
});

/** @returns null where there is no row, or no time in it */
export const toBooking = (row: Row | undefined): Booking | null => {
  const submission = row && toSubmission(row);
  return submission?.time ? { ...submission, time: submission.time } : null;
};

const conditionsOf = (filter: SubmissionFilter): Sql => {
  const { id, kind, since, before, isUndelivered, endedBefore } = filter;
  const kinds = kind && JSON.stringify([kind].flat());
  const conditions = [
    isUndelivered === true && sql`next_attempt_at IS NOT NULL`,
    isUndelivered === false && sql`next_attempt_at IS NULL`,
    id !== undefined && sql`id = ${id}`,
    kinds !== undefined && sql`kind IN (SELECT value FROM json_each(${kinds}))`,
    since !== undefined && sql`received_at >= ${since}`,
    before !== undefined && sql`received_at < ${before}`,
    endedBefore !== undefined &&
      sql`(blocked_until IS NULL OR cancelled_at IS NOT NULL OR blocked_until < ${endedBefore})`,
  ];
  return joinSql([sql`TRUE`, ...conditions.filter((condition) => condition !== false)], ' AND ');
};

export const submissionMethods = ({ read, write, pageSize }: SqlDriver) => {
  const pages = async function* (
    filter: SubmissionFilter,
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<Submission[]> {
    // Each page begins after the last row of the one before: no read stays open meanwhile, which
    // D1 could not do, and which would keep SQLite's log from being emptied.
    let after = sql`TRUE`;
    for (let left = limit; left > 0; ) {
      const size = Math.min(pageSize, left);
      const rows = await read<Row>(
        sql`SELECT * FROM submission WHERE ${conditionsOf(filter)} AND ${after}
            ORDER BY received_at DESC, id DESC LIMIT ${size}`,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(toSubmission);
      if (rows.length < size) return;
      after = sql`(received_at, id) < (${last.received_at}, ${last.id})`;
      left -= rows.length;
    }
  };

  return {
    async add({ kind, receivedAt, idempotencyKey, fields, isToDeliver }) {
      const [row] = await write<{ id: number }>(
        sql`INSERT INTO submission (kind, received_at, idempotency_key, fields, next_attempt_at)
            VALUES (${kind}, ${receivedAt}, ${idempotencyKey}, ${JSON.stringify(fields)},
              ${isToDeliver ? receivedAt : null})
            ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
      );
      return row?.id ?? null;
    },

    async list(filter = {}) {
      const submissions: Submission[] = [];
      for await (const page of pages(filter)) submissions.push(...page);
      return submissions;
    },

    pages,

    async count(filter) {
      const [row] = await read<{ count: number }>(
        sql`SELECT count(*) AS count FROM submission WHERE ${conditionsOf(filter)}`,
      );
      return row?.count ?? 0;
    },

    async erase(filter, limit = -1) {
      const rows = await write(
        sql`DELETE FROM submission WHERE id IN
              (SELECT id FROM submission WHERE ${conditionsOf(filter)} LIMIT ${limit}) RETURNING id`,
      );
      return { count: rows.length, isGone: true };
    },

    async markSeen(ids, seenAt) {
      await write(
        sql`UPDATE submission SET seen_at = ${seenAt}
            WHERE seen_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      );
    },

    async setAnswered(id, answeredAt) {
      const rows = await write(
        sql`UPDATE submission SET answered_at = ${answeredAt} WHERE id = ${id} RETURNING id`,
      );
      return rows.length > 0;
    },

    async checkWritable(now) {
      // Takes as much room as a large submission, and gives it back.
      for (const value of [now.padEnd(submissionLimit), now]) {
        await write(
          sql`INSERT INTO health (id, checked_at) VALUES (1, ${value})
              ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
        );
      }
    },
  } satisfies Partial<Store>;
};
