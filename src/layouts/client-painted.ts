import type { ClientDirective } from 'astro';

/** Safari has no requestIdleCallback. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 200);
};

/**
 * Brings an island to life when the page has been shown and the browser has nothing else to do. Astro's
 * `client:idle` does not wait for the first paint: a browser is idle between two pieces of a page, too,
 * and then the islands' scripts come before the words.
 */
const painted: ClientDirective = (load) => {
  const hydrate = async (): Promise<void> => {
    const hydrateIsland = await load();
    await hydrateIsland();
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    whenIdle(hydrate);
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    whenIdle(hydrate);
  }).observe({ type: 'paint', buffered: true });
};

export default painted;
