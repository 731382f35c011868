import { sources } from '#enquiry/counts.ts';
import type { AnalyticsEvent } from './events.ts';
import { labelOf } from './label.ts';
import { type AnalyticsProvider, stubProvider } from './provider.ts';

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
