import { all, firstRefusal, type SqlDriver, sql } from './sql.ts';
import type { Store, Submission } from './store.ts';
import { columns, type Row, toSubmission } from './submissions.ts';

/** The row of a submission, unless its booking was changed since it was read. */
const asRead = ({ id, time }: Submission) => sql`id = ${id} AND sequence = ${time?.sequence ?? 0}`;

export const deliveryMethods = (driver: SqlDriver) => {
  const { read, write } = driver;
  return {
    async listDue(now, latest, limit) {
      // Without the index, all that was ever received would be looked through.
      const rows = await read<Row>(
        sql`SELECT ${columns} FROM submission WHERE id IN
              (SELECT id FROM submission INDEXED BY submission_to_deliver
               WHERE next_attempt_at IS NOT NULL
                 AND (next_attempt_at <= ${now} OR next_attempt_at > ${latest})
               ORDER BY id DESC LIMIT ${limit})
            ORDER BY id DESC`,
      );
      return rows.map(toSubmission);
    },

    async claim(submission, nextAttemptAt) {
      // Of two processes with the same number of attempts, one can raise it.
      const rows = await write(
        sql`UPDATE submission SET attempts = attempts + 1, next_attempt_at = ${nextAttemptAt}
            WHERE ${asRead(submission)} AND attempts = ${submission.delivery.attempts}
              AND next_attempt_at IS NOT NULL RETURNING id`,
      );
      return rows.length > 0;
    },

    async setDelivered(submission, deliveredAt) {
      await write(
        sql`UPDATE submission SET delivered_at = coalesce(delivered_at, ${deliveredAt}),
              last_error = NULL, next_attempt_at = iif(invitation_due, next_attempt_at, NULL)
            WHERE ${asRead(submission)}`,
      );
    },

    async setFailed(submission, error) {
      await write(
        sql`UPDATE submission SET last_error = ${error}
            WHERE ${asRead(submission)} AND next_attempt_at IS NOT NULL`,
      );
    },

    async claimAcknowledgement(id, mailbox, now, { since, inAll }) {
      const recent = sql`FROM submission WHERE acknowledged_at BETWEEN ${since} AND ${now}`;
      // One statement, so that two processes cannot both find the last one free.
      const rows = await write(
        sql`UPDATE submission SET acknowledged_at = ${now}, acknowledged_to = ${mailbox}
            WHERE id = ${id} AND acknowledged_at IS NULL
              AND (SELECT count(*) ${recent}) < ${inAll}
              AND NOT EXISTS (SELECT 1 ${recent} AND acknowledged_to = ${mailbox})
            RETURNING id`,
        false,
      );
      return rows.length > 0;
    },

    async claimInvitation(booking, now, { since, inAll, toMailbox }) {
      const { id, time } = booking;
      const recent = sql`(SELECT coalesce(sum(other.invitations), 0) FROM submission AS other
        WHERE other.invited_at BETWEEN ${since} AND ${now}`;
      const conditions = {
        known: sql`EXISTS (SELECT 1 FROM submission AS other WHERE other.id = ${id}
          AND other.sequence = ${time.sequence} AND other.invited_sequence IS NOT other.sequence
          AND NOT other.invitation_due)`,
        tooMany: sql`${recent} AND other.mailbox =
          (SELECT mailbox FROM submission WHERE id = ${id})) < ${toMailbox} AND ${recent}) < ${inAll}`,
      };
      // One statement, so that two processes cannot both find the last one free.
      const rows = await write(
        sql`UPDATE submission SET invited_at = ${now}, invitations = invitations + 1,
              invited_sequence = sequence
            WHERE id = ${id} AND ${all(conditions)} RETURNING id`,
        false,
      );
      return rows.length > 0 ? 'claimed' : ((await firstRefusal(driver, conditions)) ?? 'tooMany');
    },

    async setInvited(booking, isInvited) {
      await write(
        sql`UPDATE submission SET invited_sequence = iif(${Number(isInvited)}, sequence, NULL),
              invitation_due = 0
            WHERE ${asRead(booking)}`,
      );
    },
  } satisfies Partial<Store>;
};
