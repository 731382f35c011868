import { sources } from '#enquiry/counts.ts';
import { dropFailedEvents, sendFailedEvents } from './failed-events.ts';
import { isRefused } from './provider-in-use.ts';
import { track } from './track.ts';

/**
 * Returns the source of a view: the other site's host, and no more of its address; `internal` within the site,
 * and for a page that is reloaded or gone back to; else `direct`.
 * @param navigation its kind, where the browser has one (W3C, Navigation Timing)
 */
export const sourceOf = (referrer: string, hostname: string, navigation = 'navigate'): string => {
  const host = referrer && new URL(referrer).hostname;
  if (navigation !== 'navigate' || host === hostname) return sources.internal;
  return host || sources.direct;
};

/** Counts the view of a page; sends what is kept, now and when the connection is back (behavior 7.3). */
export const startCounting = (): void => {
  if (isRefused()) {
    dropFailedEvents();
    return;
  }
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const source = sourceOf(document.referrer, location.hostname, timing?.type);
  void track({ name: 'page_view', path: location.pathname, source });
  const sendKept = (): void => void sendFailedEvents(track);
  sendKept();
  window.addEventListener('online', sendKept);
};
