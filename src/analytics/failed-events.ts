import { appendBounded } from '#src/bounded-queue.ts';
import { readStored, writeStored } from '#src/browser-storage.ts';
import type { AnalyticsEvent } from './events.ts';

export const failedEventsKey = 'failed_analytics_events';
const failedEventsLimit = 100;

/** Keeps an event that could not be delivered (behavior 7.2). */
export const keepFailedEvent = (event: AnalyticsEvent): void => {
  const stored = readStored('localStorage', failedEventsKey);
  const queue: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const failed = { ...event, failed_at: new Date().toISOString() };
  writeStored('localStorage', failedEventsKey, appendBounded(queue, failed, failedEventsLimit));
};
