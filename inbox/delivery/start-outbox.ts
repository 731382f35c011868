import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { deliverDue, type OutboxOptions } from './outbox.ts';

export interface RunningOutbox {
  wake: () => void;
  stop: () => Promise<void>;
}

const batch = 20;
/** Milliseconds; clocks are changed and machines suspended, and the owner's command changes bookings. */
const longestSleep = 60 * 1000;
/** Milliseconds. */
const storeFailurePause = 10_000;
/** Milliseconds for the attempt under way when the outbox stops. */
const stopLimit = 5000;

/** Begins with what an earlier process left in the outbox. */
export const startOutbox = (options: OutboxOptions): RunningOutbox => {
  const { store, logError, now = () => new Date() } = options;
  let isStopped = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | null = null;

  /** @returns milliseconds to sleep */
  const workThrough = async (): Promise<number> => {
    try {
      // What is new goes before what is left of a queue.
      const isInterrupted = (): boolean => isStopped || isWoken;
      while (!isInterrupted() && (await deliverDue(options, batch, isInterrupted)) === batch);
      const dueAt = await store.nextDueAt();
      return dueAt === null
        ? longestSleep
        : Math.min(Math.max(0, Date.parse(dueAt) - now().getTime()), longestSleep);
    } catch (cause) {
      logError('The outbox could not be read', cause);
      return storeFailurePause;
    }
  };

  const wake = (): void => {
    if (isStopped) return;
    isWoken = true;
    if (work) return;
    clearTimeout(timer);
    work = (async () => {
      let pause = 0;
      while (isWoken && !isStopped) {
        isWoken = false;
        pause = await workThrough();
      }
      work = null;
      if (!isStopped) timer = setTimeout(wake, pause);
    })();
  };

  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([work, setTimeoutPromise(stopLimit, undefined, { ref: false })]);
    },
  };
};
