import type { Store, Submission } from '../stores/store.ts';

/** Hands a submission to whoever is to have it, by mail or by webhook; rejects when it cannot. */
export type Deliver = (submission: Submission) => Promise<void>;

export interface OutboxOptions {
  store: Store;
  deliver: Deliver;
  /** Where failures are written; never what visitors typed. */
  logError: (message: string, cause: unknown) => void;
  now?: () => Date;
}

/** The first pause after a failure, in milliseconds; each further one is twice as long. */
const firstPause = 30_000;
/** No pause is longer than this, and none is the last: an enquiry is not given up. */
const longestPause = 6 * 60 * 60 * 1000;

/** How long to wait after so many failures, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(firstPause * 2 ** Math.max(0, failures - 1), longestPause);

/** How a failure is told to the owner: one line, of a length that fits a table. */
const describeFailure = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
};

/**
 * Delivers what is due, one after the other. A submission may come twice, when a process ended
 * between its delivery and the note of it; it never comes not at all.
 * @param limit how many to try at most
 * @param isStopped asked before each; the rest stays in the outbox
 * @returns how many were due; fewer than the limit when nothing is left to do now
 */
export const deliverDue = async (
  { store, deliver, logError, now = () => new Date() }: OutboxOptions,
  limit: number,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const due = await store.listDue(now().toISOString(), limit);
  for (const submission of due) {
    if (isStopped()) break;
    const { id } = submission;
    const attempts = submission.delivery.attempts + 1;
    const nextAttempt = new Date(now().getTime() + pauseAfter(attempts));
    if (!(await store.claim(submission, nextAttempt.toISOString()))) continue;
    try {
      await deliver(submission);
    } catch (cause) {
      const failure = describeFailure(cause);
      logError(
        `Delivery of ${submission.kind} ${id} failed (attempt ${attempts}): ${failure}`,
        null,
      );
      await store.setFailed(id, failure);
      continue;
    }
    await store.setDelivered(id, now().toISOString());
  }
  return due.length;
};
