import type { ClientDirective } from 'astro';

/** Milliseconds after loading until the record of a first paint is late. */
const grace = 500;

/** Milliseconds after which a page counts as painted. */
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
  // Firefox records no first paint at an address with a hash, but has painted by the second frame.
  addEventListener('load', () =>
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), grace),
  );
  // A file that never comes delays the load event for ever.
  setTimeout(resolve, longestWait);
});

/**
 * Hydrates an island when the page is painted and the browser idle; `client:idle` can come before.
 */
const afterPaint: ClientDirective = (load) => {
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  void painted.then(() => whenIdle(async () => (await load())()));
};

export default afterPaint;
