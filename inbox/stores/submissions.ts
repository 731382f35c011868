import { isOneOf } from '#model/vocabulary.ts';
import { submissionKinds } from '../kinds/index.ts';
import { submissionLimit } from '../request.ts';
import { joinSql, type Sql, type SqlDriver, sql } from './sql.ts';
import type {
  Booking,
  ErasureFilter,
  NewSubmission,
  Submission,
  SubmissionFilter,
} from './store.ts';

/** A submission as a row of `columns`, with its parts as JSON. */
export type Row = Omit<Submission, 'publicId' | 'fields' | 'delivery' | 'time'> &
  Record<'fields' | 'delivery' | 'time', string> & { publicId: string | null };

export const columns = sql`id, public_id AS publicId, kind, received_at AS receivedAt,
  fields, seen_at AS seenAt,
  json_object('nextAttemptAt', next_attempt_at, 'attempts', attempts, 'lastError', last_error,
    'deliveredAt', delivered_at) AS delivery,
  iif(starts_at IS NULL, 'null', json_object('start', starts_at, 'sequence', sequence,
    'changedAt', changed_at, 'cancelledAt', cancelled_at, 'confirmation', confirmation, 'invitation',
    CASE WHEN invitation_due THEN 'due' WHEN invited_sequence = sequence THEN 'sent' ELSE 'none' END
  )) AS time`;

/** 128 random bits, computed for each new row. */
export const newPublicId = sql`lower(hex(randomblob(16)))`;

export const toSubmission = (row: Row): Submission => ({
  ...row,
  // Calendars and mailboxes know submissions from before this column by this name.
  publicId: row.publicId ?? `${row.id}-${Date.parse(row.receivedAt)}`,
  // The kind may belong to another version of the code; its fields keep their names.
  kind: isOneOf(submissionKinds, row.kind) ? row.kind : 'enquiry',
  fields: JSON.parse(row.fields),
  delivery: JSON.parse(row.delivery),
  time: JSON.parse(row.time),
});

/** @returns null without a row, or without a time in it */
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
  /** Returns `list` in parts, because the inbox may be larger than the memory. */
  const pages = async function* (
    filter: SubmissionFilter,
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<Submission[]> {
    // Each page begins after the last row of the one before. An open read would keep SQLite's log from
    // being emptied, and D1 has no open reads.
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
    /** Stores a submission, on disk when this resolves. @returns its ID, or null if its key is known */
    async add({ kind, receivedAt, idempotencyKey, fields, isToDeliver }: NewSubmission) {
      const [row] = await write<{ id: number }>(
        sql`INSERT INTO submission (public_id, kind, received_at, idempotency_key, fields,
              next_attempt_at)
            VALUES (${newPublicId}, ${kind}, ${receivedAt}, ${idempotencyKey},
              ${JSON.stringify(fields)}, ${isToDeliver ? receivedAt : null})
            ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
      );
      return row?.id ?? null;
    },

    /** Newest first. */
    async list(filter: SubmissionFilter = {}): Promise<Submission[]> {
      const submissions: Submission[] = [];
      for await (const page of pages(filter)) submissions.push(...page);
      return submissions;
    },

    pages,

    async count(filter: SubmissionFilter): Promise<number> {
      const [row] = await read<{ count: number }>(
        sql`SELECT count(*) AS count FROM submission WHERE ${conditionsOf(filter)}`,
      );
      return row?.count ?? 0;
    },

    /** `isGone` is false while another program still reads the erased submissions. */
    async erase(filter: ErasureFilter) {
      const rows = await write(
        sql`DELETE FROM submission WHERE ${conditionsOf(filter)} RETURNING id`,
      );
      return { count: rows.length, isGone: true };
    },

    async markSeen(ids: readonly number[], seenAt: string): Promise<void> {
      await write(
        sql`UPDATE submission SET seen_at = ${seenAt}
            WHERE seen_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      );
    },

    /** Rejects if the store cannot accept a large submission. */
    async checkWritable(now: string): Promise<void> {
      // Takes as much space as a large submission, and frees it again.
      for (const value of [now.padEnd(submissionLimit), now]) {
        await write(sql`INSERT OR REPLACE INTO health (id, checked_at) VALUES (1, ${value})`);
      }
    },
  };
};
