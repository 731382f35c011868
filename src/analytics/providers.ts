import { countPath, formatCount, sources } from '#enquiry/counts.ts';
import { type AnalyticsEvent, labelOf } from './events.ts';

type TrackStatus = 'disabled' | 'sent';

/** Reports an event; it is not delivered if this throws or rejects. */
export type Send = (event: AnalyticsEvent) => TrackStatus | Promise<TrackStatus>;

/** Reports nothing (behavior 7.1). */
export const stubProvider = {
  send: (): TrackStatus => 'disabled',
  session: () => ({ id: 'stub-session', events: 0 }),
};

/**
 * Counts in the site's own inbox (behavior 7.3). The page cannot read the answer to a beacon, so one counts as
 * delivered if the browser accepts it while online (W3C, Beacon).
 */
export const embeddedProvider: Send = (event) => {
  const body = formatCount({ event: event.name, label: labelOf(event) });
  if (!navigator.onLine) throw new Error('offline');
  if (!navigator.sendBeacon(countPath, body)) throw new Error('The browser took no beacon');
  return 'sent';
};

/** Returns the source as an address, of which Plausible shows the host. */
const referrerOf = ({ source }: { source: string }): string | undefined =>
  Object.values<string>(sources).includes(source) ? undefined : `https://${source}/`;

const bodyOf = (event: AnalyticsEvent) => ({
  // Without www, which Plausible requires under "Add a website".
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
 * Sends events to Plausible, hosted by Plausible or others (plausible.io/docs/events-api). JSON is sent as
 * text/plain, which needs no CORS preflight. The status 202 includes events that the bot filter drops later.
 * @param endpoint the address of the Events API
 */
export const plausibleProvider =
  (endpoint: string): Send =>
  async (event) => {
    const { ok, status } = await fetch(endpoint, {
      method: 'POST',
      body: JSON.stringify(bodyOf(event)),
      // The click may lead to another page.
      keepalive: true,
      credentials: 'omit',
    });
    if (!ok) throw new Error(`The answer was ${status}.`);
    return 'sent' as const;
  };
