import { day } from '#booking/interval.ts';
import { before } from './bookings.ts';
import { all, firstRefusal, type SqlDriver, sql } from './sql.ts';
import type { Booking, Submission } from './store.ts';
import { columns, type Row, toSubmission } from './submissions.ts';

/** Selects the row of a submission, or none if its booking has changed since it was read. */
const asRead = ({ id, time }: Submission) => sql`id = ${id} AND sequence = ${time?.sequence ?? 0}`;

export const deliveryMethods = (driver: SqlDriver) => {
  const { read, write } = driver;
  return {
    /**
     * Returns the due submissions, newest first.
     * @param latest the latest possible time of an attempt: a later one was set by a clock that was ahead, and is due
     */
    async listDue(now: string, latest: string, limit: number): Promise<Submission[]> {
      // Without the index, SQLite would look through the whole inbox.
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

    /**
     * Takes a due submission.
     * @param nextAttemptAt the next attempt, in case the process ends during this one
     * @returns false if another process was quicker
     */
    async claim(submission: Submission, nextAttemptAt: string): Promise<boolean> {
      // Of two processes that read the same number of attempts, only one can raise it.
      const rows = await write(
        sql`UPDATE submission SET attempts = attempts + 1, next_attempt_at = ${nextAttemptAt}
            WHERE ${asRead(submission)} AND attempts = ${submission.delivery.attempts}
              AND next_attempt_at IS NOT NULL RETURNING id`,
      );
      return rows.length > 0;
    },

    /** Marks a delivery to the owner. The submission stays due while its invitation is due. */
    async setDelivered(submission: Submission, deliveredAt: string): Promise<void> {
      await write(
        sql`UPDATE submission SET delivered_at = coalesce(delivered_at, ${deliveredAt}),
              last_error = NULL, next_attempt_at = iif(invitation_due, next_attempt_at, NULL)
            WHERE ${asRead(submission)}`,
      );
    },

    async setFailed(submission: Submission, error: string): Promise<void> {
      await write(
        sql`UPDATE submission SET last_error = ${error}
            WHERE ${asRead(submission)} AND next_attempt_at IS NOT NULL`,
      );
    },

    /**
     * Claims the acknowledgement of a submission; a mailbox gets one a day.
     * @param inAll the daily maximum to all mailboxes
     * @returns false if none may be sent
     */
    async claimAcknowledgement(id: number, mailbox: string, now: string, inAll: number) {
      const recent = sql`FROM submission WHERE acknowledged_at BETWEEN ${before(now, day)} AND ${now}`;
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

    /**
     * Claims the invitation to the current state of a booking. Its earlier invitations count as long as the last one.
     * @param most the daily maximum of invitations
     * @returns the reason why none may be sent: the current state has one, or there were too many
     */
    async claimInvitation(
      { id, time }: Booking,
      now: string,
      most: { inAll: number; toMailbox: number },
    ): Promise<'claimed' | 'known' | 'tooMany'> {
      const recent = sql`(SELECT coalesce(sum(other.invitations), 0) FROM submission AS other
        WHERE other.invited_at BETWEEN ${before(now, day)} AND ${now}`;
      const conditions = {
        known: sql`EXISTS (SELECT 1 FROM submission AS other WHERE other.id = ${id}
          AND other.sequence = ${time.sequence} AND other.invited_sequence IS NOT other.sequence
          AND NOT other.invitation_due)`,
        tooMany: sql`${recent} AND other.mailbox =
          (SELECT mailbox FROM submission WHERE id = ${id})) < ${most.toMailbox}
          AND ${recent}) < ${most.inAll}`,
      };
      const rows = await write(
        sql`UPDATE submission SET invited_at = ${now}, invitations = invitations + 1,
              invited_sequence = sequence
            WHERE id = ${id} AND ${all(conditions)} RETURNING id`,
        false,
      );
      return rows.length > 0 ? 'claimed' : ((await firstRefusal(driver, conditions)) ?? 'tooMany');
    },

    /** Marks whether the invitation was sent, and that it is no longer due. */
    async setInvited(booking: Booking, isInvited: boolean): Promise<void> {
      await write(
        sql`UPDATE submission SET invited_sequence = iif(${Number(isInvited)}, sequence, NULL),
              invitation_due = 0
            WHERE ${asRead(booking)}`,
      );
    },
  };
};
