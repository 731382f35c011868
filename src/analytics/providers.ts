import { countPath, formatCount, sources } from '#enquiry/counts.ts';
import { type AnalyticsEvent, labelOf } from './events.ts';

export type TrackStatus = 'disabled' | 'sent';

/** The interface of an analytics service. */
export interface AnalyticsProvider {
  /** Delivers an event, unless it throws or rejects. */
  send(event: AnalyticsEvent): TrackStatus | Promise<TrackStatus>;
  session(): { id: string; events: number };
}

/** Reports nothing (behavior 7.1). */
export const stubProvider: AnalyticsProvider = {
  send: () => 'disabled',
  session: () => ({ id: 'stub-session', events: 0 }),
};

/**
 * Counts in the site's own inbox (behavior 7.3). A beacon has no answer that the page could read, so
 * one counts as delivered when the browser has taken it while it is online (W3C, Beacon).
 */
export const embeddedProvider: AnalyticsProvider = {
  ...stubProvider,
  send: (event) => {
    const body = formatCount({ event: event.name, label: labelOf(event) });
    if (!navigator.onLine) throw new Error('offline');
    if (!navigator.sendBeacon(countPath, body)) throw new Error('The browser took no beacon');
    return 'sent';
  },
};

/** Plausible takes an address, and shows its host as the source. */
const referrerOf = ({ source }: { source: string }): string | undefined =>
  Object.values<string>(sources).includes(source) ? undefined : `https://${source}/`;

const bodyOf = (event: AnalyticsEvent) => ({
  // As it is entered there: "Add a website", without www.
  domain: location.hostname.replace(/^www\./, ''),
  ...(event.name === 'page_view'
    ? { name: 'pageview', url: location.origin + event.path, referrer: referrerOf(event) }
    : {
        name: event.name,
        url: location.origin + location.pathname,
        props: { label: labelOf(event) },
      }),
});

/**
 * Plausible, at its own host or another's (plausible.io/docs/events-api): JSON as text/plain, for which
 * browsers ask nobody first, and 202 for what was taken, also what its filter for bots then drops.
 * @param endpoint address of its Events API
 */
export const plausibleProvider = (endpoint: string): AnalyticsProvider => ({
  ...stubProvider,
  send: async (event) => {
    const { ok, status } = await fetch(endpoint, {
      method: 'POST',
      body: JSON.stringify(bodyOf(event)),
      // A click can lead away.
      keepalive: true,
      credentials: 'omit',
    });
    if (!ok) throw new Error(`The answer was ${status}.`);
    return 'sent' as const;
  },
});
