// Not from config.ts: builders see through a constant, and leave out what an owner has not chosen.
import { PUBLIC_ANALYTICS_ENDPOINT } from 'astro:env/client';
import { countPath } from '#enquiry/counts.ts';
import { embeddedProvider } from './embedded.ts';
import { plausibleProvider } from './plausible.ts';
import { type AnalyticsProvider, stubProvider } from './provider.ts';

export const isCounting: boolean = PUBLIC_ANALYTICS_ENDPOINT !== undefined;

/** Whether a visitor wants no counts (W3C, Tracking Preference Expression, Global Privacy Control), or is none. */
export const isRefused = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  navigator.webdriver;

const honouring = (provider: AnalyticsProvider): AnalyticsProvider => ({
  ...provider,
  send: (event) => (isRefused() ? 'disabled' : provider.send(event)),
});

export const provider: AnalyticsProvider =
  PUBLIC_ANALYTICS_ENDPOINT === undefined
    ? stubProvider
    : honouring(
        PUBLIC_ANALYTICS_ENDPOINT === countPath
          ? embeddedProvider
          : plausibleProvider(PUBLIC_ANALYTICS_ENDPOINT),
      );
