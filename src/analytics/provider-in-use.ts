import { countPath } from '#enquiry/counts.ts';
import {
  type AnalyticsProvider,
  embeddedProvider,
  plausibleProvider,
  stubProvider,
} from './providers.ts';

/** Whether a visitor wants no counts (W3C, Tracking Preference Expression, Global Privacy Control), or is none. */
export const isRefused = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  navigator.webdriver;

/** Events that a page reports, so that one that fails without end floods nobody. */
const eventLimit = 200;

const honouring = (provider: AnalyticsProvider): AnalyticsProvider => {
  let left = eventLimit;
  return {
    ...provider,
    send: (event) => (isRefused() || left-- <= 0 ? 'disabled' : provider.send(event)),
  };
};

/**
 * Chosen by the address of the build, which astro.config.ts puts in its place before the builder looks
 * for what is used: each must be compared in place, or the others stay in the script.
 */
export const provider: AnalyticsProvider =
  import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined
    ? stubProvider
    : import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === countPath
      ? honouring(embeddedProvider)
      : honouring(plausibleProvider(import.meta.env.PUBLIC_ANALYTICS_ENDPOINT));
