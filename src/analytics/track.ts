import { countPath, sources } from '#enquiry/counts.ts';
import { attempt, readStored, removeStored, writeStored } from '#src/browser.ts';
import { logError, messageOf } from '#src/log.ts';
import { type AnalyticsEvent, failedEventsKey, labelOf } from './events.ts';
import { embeddedProvider, plausibleProvider, type Send, stubProvider } from './providers.ts';

/** Returns whether the visitor opted out (W3C: Tracking Preference Expression, GPC), or is a program. */
const isRefused = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  navigator.webdriver;

/** The maximum number of events that a page sends, so that endless errors do not flood the service. */
const eventLimit = 200;

const honouring = (send: Send): Send => {
  let left = eventLimit;
  return (event) => (isRefused() || left-- <= 0 ? 'disabled' : send(event));
};

/**
 * The provider for the build's address. astro.config.ts inserts the address before unused code is removed: only
 * if the variable itself is compared in each branch do the other providers leave the script.
 */
const send: Send =
  import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined
    ? stubProvider.send
    : import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === countPath
      ? honouring(embeddedProvider)
      : honouring(plausibleProvider(import.meta.env.PUBLIC_ANALYTICS_ENDPOINT));

const failedEventsLimit = 100;

const readQueue = (): readonly unknown[] => {
  const stored = readStored('localStorage', failedEventsKey);
  return Array.isArray(stored) ? stored : [];
};

const keep = (...events: readonly unknown[]): void =>
  writeStored(
    'localStorage',
    failedEventsKey,
    [...readQueue(), ...events].slice(-failedEventsLimit),
  );

/** Returns a function that reports events and never fails: it stores undelivered events (behavior 7.2). */
export const createTracker = (to: Send) => async (event: AnalyticsEvent) => {
  try {
    return await to(event);
  } catch (cause) {
    logError({ type: 'analytics_error', message: messageOf(cause), context: 'analytics' });
    keep({ ...event, failed_at: new Date().toISOString() });
    return 'kept';
  }
};

export const track = createTracker(send);

/**
 * Sends the kept events, the oldest first, until one fails again; that one and the rest are kept. Other values
 * would always fail, and are dropped. The queue is emptied first, so that only one of two tabs sends it.
 */
export const sendFailedEvents = async (tracker = track): Promise<void> => {
  const queue = readQueue() as (AnalyticsEvent & { failed_at: string })[];
  removeStored('localStorage', failedEventsKey);
  for (const [index, kept] of queue.entries()) {
    if (!attempt(() => labelOf(kept))) continue;
    const { failed_at: _, ...event } = kept;
    if ((await tracker(event)) !== 'kept') continue;
    keep(...queue.slice(index + 1));
    return;
  }
};

/**
 * Returns the source of a view: only the host of another site; `internal` within the site, and for a page that
 * is reloaded or returned to; otherwise `direct`.
 * @param navigation the type of the navigation, if the browser has one (W3C, Navigation Timing)
 */
export const sourceOf = (referrer: string, hostname: string, navigation = 'navigate'): string => {
  const host = referrer && new URL(referrer).hostname;
  if (navigation !== 'navigate' || host === hostname) return sources.internal;
  return host || sources.direct;
};

/** Counts the view of a page. Sends kept events now, and when the browser is online again (behavior 7.3). */
export const startCounting = (): void => {
  if (isRefused()) {
    removeStored('localStorage', failedEventsKey);
    return;
  }
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const source = sourceOf(document.referrer, location.hostname, timing?.type);
  void track({ name: 'page_view', path: location.pathname, source });
  void sendFailedEvents();
  window.addEventListener('online', () => void sendFailedEvents());
};
