import type { ClientDirective } from 'astro';
import hydrateWhenIdle from 'astro/runtime/client/idle.js';

/**
 * Brings an island to life when the page has been shown and the browser has nothing else to do. Astro's
 * own `client:idle` does not wait for the first paint: a browser is idle between two pieces of a page,
 * too, and then the islands' scripts come before the words.
 */
const painted: ClientDirective = (...island) => {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    hydrateWhenIdle(...island);
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    hydrateWhenIdle(...island);
  }).observe({ type: 'paint', buffered: true });
};

export default painted;
