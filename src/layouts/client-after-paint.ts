import type { ClientDirective } from 'astro';
import hydrateWhenIdle from 'astro/runtime/client/idle.js';

/** Milliseconds after loading in which the record of a first paint is waited for. */
const grace = 500;

/** Milliseconds after which a page counts as shown, whatever the browser says of it. */
const longestWait = 5000;

/** Resolves when the page has been shown for the first time. */
const painted = new Promise<void>((resolve) => {
  // Safari before 14.1 refuses a type that it does not know; the ways below remain.
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  }
  // Firefox records no first paint at an address with a hash. A page that has loaded has been shown
  // by the second frame after it; elsewhere the record of that comes a little later, and goes first.
  addEventListener('load', () =>
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), grace),
  );
  // A file that never comes keeps a page from having loaded.
  setTimeout(resolve, longestWait);
});

/**
 * Hydrates an island when the page has been shown and the browser has nothing else to do. Astro's own
 * `client:idle` does not wait for the first paint: a browser is idle between two pieces of a page,
 * too, and then the islands' scripts come before the words.
 */
const afterPaint: ClientDirective = (...island) => {
  void painted.then(() => hydrateWhenIdle(...island));
};

export default afterPaint;
