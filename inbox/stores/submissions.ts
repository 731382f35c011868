import { isOneOf } from '#model/vocabulary.ts';
import { submissionKinds } from '../kinds/index.ts';
import { submissionLimit } from '../request.ts';
import { joinSql, type Sql, type SqlDriver, sql } from './sql.ts';
import type { Booking, Store, Submission, SubmissionFilter } from './store.ts';

/** A submission as a row of `columns`, with its parts as JSON. */
export type Row = Omit<Submission, 'fields' | 'delivery' | 'time'> &
  Record<'fields' | 'delivery' | 'time', string>;

export const columns = sql`id, kind, received_at AS receivedAt, idempotency_key AS idempotencyKey,
  fields, seen_at AS seenAt, answered_at AS answeredAt,
  json_object('nextAttemptAt', next_attempt_at, 'attempts', attempts, 'lastError', last_error,
    'deliveredAt', delivered_at) AS delivery,
  iif(starts_at IS NULL, 'null', json_object('start', starts_at, 'sequence', sequence,
    'changedAt', changed_at, 'cancelledAt', cancelled_at, 'confirmation', confirmation, 'invitation',
    CASE WHEN invitation_due THEN 'due' WHEN invited_sequence = sequence THEN 'sent' ELSE 'none' END
  )) AS time`;

export const toSubmission = (row: Row): Submission => ({
  ...row,
  // Of another version of the code; its fields keep their names.
  kind: isOneOf(submissionKinds, row.kind) ? row.kind : 'enquiry',
  fields: JSON.parse(row.fields),
  delivery: JSON.parse(row.delivery),
  time: JSON.parse(row.time),
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
    sql`confirmation IS NULL`,
    isUndelivered === true && sql`next_attempt_at IS NOT NULL`,
    isUndelivered === false && sql`next_attempt_at IS NULL`,
    id !== undefined && sql`id = ${id}`,
    kinds !== undefined && sql`kind IN (SELECT value FROM json_each(${kinds}))`,
    since !== undefined && sql`received_at >= ${since}`,
    before !== undefined && sql`received_at < ${before}`,
    endedBefore !== undefined &&
      sql`(blocked_until IS NULL OR cancelled_at IS NOT NULL OR blocked_until < ${endedBefore})`,
  ];
  return joinSql(
    conditions.filter((condition) => condition !== false),
    ' AND ',
  );
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
        sql`SELECT ${columns} FROM submission WHERE ${conditionsOf(filter)} AND ${after}
            ORDER BY received_at DESC, id DESC LIMIT ${size}`,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(toSubmission);
      if (rows.length < size) return;
      after = sql`(received_at, id) < (${last.receivedAt}, ${last.id})`;
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
