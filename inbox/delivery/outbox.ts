import type { Store, Submission } from '../stores/store.ts';

export type Deliver = (submission: Submission) => Promise<void>;

export interface OutboxOptions {
  store: Store;
  deliver: Deliver;
  /** Called when a submission was delivered. Delivery does not wait for it. */
  acknowledge?: ((submission: Submission) => void) | null;
  /** Never given what visitors typed. */
  logError: (message: string, cause: unknown) => void;
  now?: () => Date;
}

/** Milliseconds. Pauses double, and an enquiry is never given up. */
const firstPause = 30_000;
const longestPause = 6 * 60 * 60 * 1000;

/** In one line that no terminal obeys. */
export const describeFailure = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
};

/**
 * Tries what is due. A process that ends after a delivery and before its record leads to a second one.
 * @returns how many were due; fewer than `limit` when no more are
 */
export const deliverDue = async (
  { store, deliver, acknowledge, logError, now = () => new Date() }: OutboxOptions,
  limit: number,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const due = await store.listDue(now().toISOString(), limit);
  for (const submission of due) {
    if (isStopped()) break;
    const { id } = submission;
    const attempts = submission.delivery.attempts + 1;
    const pause = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
    const nextAttempt = new Date(now().getTime() + pause);
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
    acknowledge?.(submission);
  }
  return due.length;
};
