import { countPath, formatCount } from '#enquiry/counts.ts';
import { labelOf } from './label.ts';
import { type AnalyticsProvider, stubProvider } from './provider.ts';

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
