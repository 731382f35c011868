import type { AnalyticsEvent } from './events.ts';

export type TrackStatus = 'disabled' | 'sent';

/** What an analytics service must offer. */
export interface AnalyticsProvider {
  /** Not delivered if it throws or rejects. */
  send(event: AnalyticsEvent): TrackStatus | Promise<TrackStatus>;
  session(): { id: string; events: number };
}

/** Reports nothing (behavior 7.1). */
export const stubProvider: AnalyticsProvider = {
  send: () => 'disabled',
  session: () => ({ id: 'stub-session', events: 0 }),
};
