import { day } from '#booking/interval.ts';
import { before } from './bookings.ts';
import { all, firstRefusal, type SqlDriver, sql } from './sql.ts';
import type { Submission } from './store.ts';
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

    /**
     * Records an attempt. The submission stays due after an error, and while its invitation is due.
     * @param deliveredAt null if the owner's mail was not accepted
     */
    async settle(
      submission: Submission,
      deliveredAt: string | null,
      error: string | null = null,
    ): Promise<void> {
      await write(
        sql`UPDATE submission SET delivered_at = coalesce(delivered_at, ${deliveredAt}),
              last_error = ${error},
              next_attempt_at = iif(${error} IS NULL AND NOT invitation_due, NULL, next_attempt_at)
            WHERE ${asRead(submission)} AND next_attempt_at IS NOT NULL`,
      );
    },

    /**
     * Claims the mail to the visitor about the current state of a submission: an acknowledgement, or the invitation
     * to a booking. Its earlier mails count as long as the last one.
     * @param most the daily maximum of mails; acknowledgements and invitations are counted separately
     * @returns the reason why none may be sent: the current state has one, or there were too many
     */
    async claimVisitorMail(
      { id, time }: Submission,
      mailbox: string,
      now: string,
      most: { inAll: number; toMailbox: number },
    ): Promise<'claimed' | 'known' | 'tooMany'> {
      const recent = sql`(SELECT coalesce(sum(other.invitations), 0) FROM submission AS other
        WHERE other.invited_at BETWEEN ${before(now, day)} AND ${now}
          AND (other.starts_at IS NULL) = ${Number(time === null)}`;
      const conditions = {
        known: sql`EXISTS (SELECT 1 FROM submission AS other WHERE other.id = ${id}
          AND other.sequence = ${time?.sequence ?? 0}
          AND other.invited_sequence IS NOT other.sequence AND NOT other.invitation_due)`,
        tooMany: sql`${recent} AND other.mailbox = ${mailbox}) < ${most.toMailbox}
          AND ${recent}) < ${most.inAll}`,
      };
      // One statement, so that two processes cannot both find the last one free.
      const rows = await write(
        sql`UPDATE submission SET mailbox = ${mailbox}, invited_at = ${now},
              invitations = invitations + 1, invited_sequence = sequence
            WHERE id = ${id} AND ${all(conditions)} RETURNING id`,
        false,
      );
      return rows.length > 0 ? 'claimed' : ((await firstRefusal(driver, conditions)) ?? 'tooMany');
    },

    /** Marks whether the invitation was sent, and that it is no longer due. */
    async setInvited(submission: Submission, isInvited: boolean): Promise<void> {
      await write(
        sql`UPDATE submission SET invited_sequence = iif(${Number(isInvited)}, sequence, NULL),
              invitation_due = 0
            WHERE ${asRead(submission)}`,
      );
    },
  };
};
