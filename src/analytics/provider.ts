import type { AnalyticsEvent } from './events.ts';

/** What a provider answers to an event. */
export type TrackStatus = 'disabled' | 'sent';

/** What an analytics service must offer. To put one in, implement this and name it in `track.ts`. */
export interface AnalyticsProvider {
  /** Reports one event. A throw or a rejection means that it was not delivered. */
  send(event: AnalyticsEvent): TrackStatus | Promise<TrackStatus>;
  /** The visitor's session, as the provider sees it. */
  session(): { id: string; events: number };
}

/** The stub of behavior 7.1: reports nothing, to nobody. */
export const stubProvider: AnalyticsProvider = {
  send: () => 'disabled',
  session: () => ({ id: 'stub-session', events: 0 }),
};
