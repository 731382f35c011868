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

/** As for Astro's islands, a file that did not come is asked for once more. */
const importTwice = (file: string): Promise<{ start: () => void }> =>
  import(/* @vite-ignore */ file).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return import(/* @vite-ignore */ `${file}?again`);
  });

/**
 * Calls `start` of an island's module when the page is painted and the browser idle. React is not
 * fetched: such an island shows nothing.
 */
const script: ClientDirective = (_load, _options, island) => {
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  void painted.then(() =>
    whenIdle(async () => {
      const { start } = await importTwice(island.getAttribute('component-url') ?? '');
      start();
      island.removeAttribute('ssr');
    }),
  );
};

export default script;
