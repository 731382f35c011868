import type { LogError } from '../limited-log.ts';
import type { Booking, Store, Submission } from '../stores/store.ts';
import { describeFailure, isRefusedForGood } from './refusal.ts';

export type Deliver = (submission: Submission) => Promise<void>;

export interface OutboxOptions {
  store: Store;
  deliver: Deliver;
  /** The number of submissions that are delivered at the same time. */
  atOnce?: number;
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
/** Milliseconds, at least, after a refusal that is for good unless somebody changes something. */
const pauseOnceRefused = 60 * 60 * 1000;

/** @returns once it is tried, or somebody else has taken it */
const tryOnce = async (
  { store, deliver, acknowledge, notify, logError, now = () => new Date() }: OutboxOptions,
  submission: Submission,
): Promise<void> => {
  const { id, kind, time } = submission;
  const attempts = submission.delivery.attempts + 1;
  const pause = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  const after = (milliseconds: number): string =>
    new Date(now().getTime() + milliseconds).toISOString();
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
    const isForGood = isRefusedForGood(cause);
    const what = isForGood
      ? `was refused for good (attempt ${attempts}), and is tried again in case you change something`
      : `failed (attempt ${attempts})`;
    logError(`Delivery of ${kind} ${id} ${what}: ${failure}`, null);
    await store.setFailed(
      submission,
      failure,
      after(isForGood ? Math.max(pause, pauseOnceRefused) : pause),
    );
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
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const { store, atOnce = 1, now = () => new Date() } = options;
  const time = now().getTime();
  const latest = new Date(time + longestPause).toISOString();
  const due = await store.listDue(new Date(time).toISOString(), latest, limit);
  const left = due.values();
  const work = async (): Promise<void> => {
    for (const submission of left) {
      if (isStopped()) return;
      await tryOnce(options, submission);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return due.length;
};
