import type { ClientDirective } from 'astro';
import { fetchFile, presence } from './fetch-file.ts';

/** Milliseconds after loading until the record of a first paint is late. */
const grace = 500;

/** Milliseconds after which a page counts as painted. */
const longestWait = 5000;

/** Milliseconds, at least, until a file that did not come is fetched again. */
const pause = 1000;

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

/** Resolves when the connection is back, or the visitor does something. */
const nextSign = (): Promise<void> =>
  new Promise((resolve) => {
    const heard = new AbortController();
    const { signal } = heard;
    const hear = (): void => {
      heard.abort();
      resolve();
    };
    for (const type of ['online', ...presence]) addEventListener(type, hear, { signal });
  });

const fetchAtLast = async (file: string): Promise<void> => {
  for (;;) {
    try {
      return await fetchFile(file);
    } catch {
      await Promise.all([nextSign(), new Promise((resolve) => setTimeout(resolve, pause))]);
    }
  }
};

/**
 * Calls `start` of an island's module when the page is painted and the browser idle. React is not
 * fetched: such an island shows nothing.
 */
const script: ClientDirective = (_load, _options, island) => {
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  void painted.then(() =>
    whenIdle(async () => {
      const file = island.getAttribute('component-url') ?? '';
      await fetchAtLast(file);
      const { start } = await import(/* @vite-ignore */ file);
      start();
      island.removeAttribute('ssr');
    }),
  );
};

export default script;
