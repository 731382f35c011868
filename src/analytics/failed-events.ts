import { readStored, removeStored, writeStored } from '#src/browser-storage.ts';
import { type AnalyticsEvent, labelOf } from './events.ts';

export const failedEventsKey = 'failed_analytics_events';
const failedEventsLimit = 100;

const readQueue = (): readonly unknown[] => {
  const stored = readStored('localStorage', failedEventsKey);
  return Array.isArray(stored) ? stored : [];
};

const writeQueue = (queue: readonly unknown[]): void =>
  writeStored('localStorage', failedEventsKey, queue.slice(-failedEventsLimit));

/** Keeps an event that could not be delivered (behavior 7.2). */
export const keepFailedEvent = (event: AnalyticsEvent): void => {
  writeQueue([...readQueue(), { ...event, failed_at: new Date().toISOString() }]);
};

/** Forgets what was kept, for a visitor who wants no counts. */
export const dropFailedEvents = (): void => removeStored('localStorage', failedEventsKey);

type FailedEvent = AnalyticsEvent & { failed_at: string };

/** Storage may hold rubbish, which would fail each time. */
const isEvent = (kept: unknown): kept is FailedEvent => {
  try {
    return labelOf(kept as FailedEvent) !== undefined;
  } catch {
    return false;
  }
};

/**
 * Sends what was kept, the oldest first, until one fails again; that and the rest stay. What is no
 * event is dropped. They are taken out first, so that of two tabs one sends them.
 * @param track resolves to `kept` for one that failed, having kept it
 */
export const sendFailedEvents = async (
  track: (event: AnalyticsEvent) => Promise<unknown>,
): Promise<void> => {
  const queue = readQueue();
  if (queue.length === 0) return;
  dropFailedEvents();
  for (const [index, kept] of queue.entries()) {
    if (!isEvent(kept)) continue;
    const { failed_at: _, ...event } = kept;
    if ((await track(event)) !== 'kept') continue;
    writeQueue([...readQueue(), ...queue.slice(index + 1)]);
    return;
  }
};
