import { appendBounded } from '#src/bounded-queue.ts';
import { readStored, writeStored } from '#src/browser-storage.ts';
import type { AnalyticsEvent } from './events.ts';

/** Key in local storage, and the most events kept there (behavior 7.2). */
export const failedEventsKey = 'failed_analytics_events';
export const failedEventsLimit = 100;

/** Keeps an event that could not be delivered, with the time of the failure. */
export const keepFailedEvent = (event: AnalyticsEvent): void => {
  const stored = readStored('localStorage', failedEventsKey);
  const queue: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const failed = { ...event, failed_at: new Date().toISOString() };
  writeStored('localStorage', failedEventsKey, appendBounded(queue, failed, failedEventsLimit));
};
