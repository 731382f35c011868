import type { ClientDirective } from 'astro';
import hydrateWhenIdle from 'astro/runtime/client/idle.js';

/** Milliseconds after loading in which the record of a first paint may come. */
const grace = 500;

/** Milliseconds after which a page counts as painted in any case. */
const longestWait = 5000;

const painted = new Promise<void>((resolve) => {
  // Safari before 14.1 refuses a type that it does not know.
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  }
  // Firefox records no first paint at an address with a hash. By the second frame after loading it
  // has happened.
  addEventListener('load', () =>
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), grace),
  );
  // A file that never comes keeps a page from loading completely.
  setTimeout(resolve, longestWait);
});

/**
 * Hydrates an island when the page has been painted and the browser is idle. Astro's `client:idle`
 * can come before the first paint.
 */
const afterPaint: ClientDirective = (...island) => {
  void painted.then(() => hydrateWhenIdle(...island));
};

export default afterPaint;
