import type { AnalyticsEvent } from './events.ts';
import { keepFailedEvent } from './failed-events.ts';
import { provider } from './provider-in-use.ts';
import type { AnalyticsProvider, TrackStatus } from './providers.ts';

let reportFailure = (_cause: unknown): void => {};

/** Sets what is called when an event could not be delivered. */
export const onTrackingFailure = (handler: (cause: unknown) => void): void => {
  reportFailure = handler;
};

/** A function that reports events and never fails: it keeps undelivered ones (behavior 7.2). */
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

export const track = createTracker(provider);
