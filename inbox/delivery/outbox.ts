import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { LogError } from '../limited-log.ts';
import type { Store } from '../stores/sql-store.ts';
import type { Booking, Submission } from '../stores/store.ts';
import { describeFailure } from './refusal.ts';

export type Deliver = (submission: Submission) => Promise<void>;

export interface OutboxOptions {
  store: Store;
  deliver: Deliver;
  /** Acknowledges a submission after its delivery, which does not wait for this. */
  acknowledge?: ((submission: Submission) => void) | null;
  /** Mails the owner's change to the visitor. Resolves to false if there must be no mail. */
  notify?: ((booking: Booking) => Promise<boolean>) | null;
  logError: LogError;
  now?: () => Date;
}

/** Milliseconds. Pauses double; attempts never end. */
const firstPause = 30_000;
const longestPause = 6 * 60 * 60 * 1000;

const tryOnce = async (
  { store, deliver, acknowledge, notify, logError, now = () => new Date() }: OutboxOptions,
  submission: Submission,
): Promise<void> => {
  const { id, kind, time } = submission;
  const attempts = submission.delivery.attempts + 1;
  const after = (milliseconds: number): string =>
    new Date(now().getTime() + milliseconds).toISOString();
  const pause = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  if (!(await store.claim(submission, after(pause)))) return;
  const booking = time?.invitation === 'due' ? { ...submission, time } : null;
  // Both at once, so that they end before the next attempt. A failure of one does not prevent the other.
  const [owner, visitor] = await Promise.allSettled([
    submission.delivery.deliveredAt === null && deliver(submission),
    booking && notify?.(booking),
  ]);
  if (booking && visitor.status === 'fulfilled') {
    await store.setInvited(booking, visitor.value ?? false);
  }
  const failed = [owner, visitor].find((each) => each.status === 'rejected');
  const failure = failed ? describeFailure(failed.reason) : null;
  await store.settle(submission, owner.status === 'fulfilled' ? after(0) : null, failure);
  if (failure === null) acknowledge?.(submission);
  else logError(`Delivery of ${kind} ${id} failed (attempt ${attempts}): ${failure}`, null);
};

/**
 * Delivers due submissions, newest first. If the process ends before it records a delivery, there is a second one.
 * @param limit the maximum number of attempts
 * @returns the number of attempts
 */
export const deliverDue = async (options: OutboxOptions, limit: number): Promise<number> => {
  const { store, now = () => new Date() } = options;
  const time = now();
  const latest = new Date(time.getTime() + longestPause).toISOString();
  const due = await store.listDue(time.toISOString(), latest, limit);
  for (const submission of due) await tryOnce(options, submission);
  return due.length;
};

/** Milliseconds between checks of the store, which the owner's command also changes. */
const interval = 10_000;
/** Milliseconds that the current attempt gets when the outbox stops. */
const stopLimit = 5000;

/** Delivers due submissions until it is stopped, including those that an earlier process left. */
export const startOutbox = (options: OutboxOptions) => {
  let isStopped = false;
  let isWoken = false;
  let work: Promise<void> | null = null;

  const workThrough = async (): Promise<void> => {
    while (isWoken && !isStopped) {
      isWoken = false;
      try {
        // One at a time, so that a new submission goes before the rest of a queue.
        while (!isStopped && (await deliverDue(options, 1)) > 0);
      } catch (cause) {
        options.logError('The outbox could not be read', cause);
      }
    }
    work = null;
  };
  const wake = (): void => {
    isWoken = true;
    work ??= workThrough();
  };
  const timer = setInterval(wake, interval);

  wake();
  return {
    wake,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([work, setTimeoutPromise(stopLimit, undefined, { ref: false })]);
    },
  };
};
