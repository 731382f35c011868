import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { LogError } from '../limited-log.ts';
import type { Booking, Store, Submission } from '../stores/store.ts';
import { describeFailure } from './refusal.ts';

export type Deliver = (submission: Submission) => Promise<void>;

export interface OutboxOptions {
  store: Store;
  deliver: Deliver;
  /** Called when a submission was delivered. Delivery does not wait for it. */
  acknowledge?: ((submission: Submission) => void) | null;
  /** Tells a visitor of what the owner changed, or that there is nobody to tell; null where no mail is sent. */
  notify?: ((booking: Booking) => Promise<boolean>) | null;
  logError: LogError;
  now?: () => Date;
}

/** Milliseconds. Pauses double, and an enquiry is never given up. */
const firstPause = 30_000;
const longestPause = 6 * 60 * 60 * 1000;

/** @returns once it is tried, or somebody else has taken it */
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
  try {
    if (submission.delivery.deliveredAt === null) await deliver(submission);
    if (time?.invitation === 'due') {
      await store.setDelivered(submission, after(0));
      const isTold = (await notify?.({ ...submission, time })) ?? false;
      await store.setInvited(submission, isTold);
    }
  } catch (cause) {
    const failure = describeFailure(cause);
    logError(`Delivery of ${kind} ${id} failed (attempt ${attempts}): ${failure}`, null);
    await store.setFailed(submission, failure);
    return;
  }
  await store.setDelivered(submission, after(0));
  acknowledge?.(submission);
};

/**
 * Tries what is due. A process that ends after a delivery and before its record leads to a second one.
 * @returns how many were due; fewer than `limit` when no more are
 */
export const deliverDue = async (
  options: OutboxOptions,
  limit: number,
  isInterrupted: () => boolean = () => false,
): Promise<number> => {
  const { store, now = () => new Date() } = options;
  const time = now().getTime();
  const latest = new Date(time + longestPause).toISOString();
  const due = await store.listDue(new Date(time).toISOString(), latest, limit);
  for (const submission of due) {
    if (isInterrupted()) break;
    await tryOnce(options, submission);
  }
  return due.length;
};

const batch = 20;
/** Milliseconds between looks at what is due; the owner's command changes bookings, too. */
const interval = 10_000;
/** Milliseconds for the attempt under way when the outbox stops. */
const stopLimit = 5000;

/** Works through the outbox until it is stopped, beginning with what an earlier process left. */
export const startOutbox = (options: OutboxOptions) => {
  let isStopped = false;
  let isWoken = false;
  let work: Promise<void> | null = null;

  const workThrough = async (): Promise<void> => {
    // What is new goes before what is left of a queue.
    const isInterrupted = (): boolean => isStopped || isWoken;
    while (isWoken && !isStopped) {
      isWoken = false;
      try {
        while (!isInterrupted() && (await deliverDue(options, batch, isInterrupted)) === batch);
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
