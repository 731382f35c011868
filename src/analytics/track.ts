import type { AnalyticsEvent } from './events.ts';
import { keepFailedEvent } from './failed-events.ts';
import { type AnalyticsProvider, stubProvider, type TrackStatus } from './provider.ts';

const provider: AnalyticsProvider = stubProvider;

let reportFailure = (_cause: unknown): void => {};

/** Sets who is told of events that could not be delivered. */
export const onTrackingFailure = (handler: (cause: unknown) => void): void => {
  reportFailure = handler;
};

/**
 * A function that reports events to a provider. It never fails: an event that could not be
 * delivered is kept for later (behavior 7.2), and the caller is told 'kept'.
 */
export const createTracker =
  (to: AnalyticsProvider) =>
  async (event: AnalyticsEvent): Promise<TrackStatus | 'kept'> => {
    try {
      return await to.send(event);
    } catch (cause) {
      reportFailure(cause);
      keepFailedEvent(event);
      return 'kept';
    }
  };

/** Reports an event to the site's provider. */
export const track = createTracker(provider);
