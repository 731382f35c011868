import type { ClientDirective } from 'astro';
import { frame, idle, next, wait } from '../browser.ts';

// Decides when scripts load (behavior 1.4). Until its file has loaded, an island is only HTML. `client:needed`
// runs an island when a visitor reaches it, `client:needed="near"` also when it is a screen away, and
// `client:needed="page"` the page's own script, which has no React, when the page is painted.

const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/** Fetches a whole file before it is imported, because Firefox never retries an `import()` that failed. */
const fetchFile = (file: string, options?: RequestInit): Promise<boolean> =>
  fetch(file, options)
    .then((response) => response.blob().then(() => response.ok))
    .catch(() => false);

/** Fetches the islands' file at the visitor's first action, without running it; not on slow or metered networks. */
export const fetchIslandsAhead = async (): Promise<void> => {
  const island = document.querySelector('astro-island:not([component-export=PageScript])');
  const file = island?.getAttribute('component-url');
  await next(window, ...presence);
  // Missing in TypeScript's DOM types, in Firefox and in Safari.
  const { connection } = navigator as { connection?: Record<string, unknown> };
  const isMetered = connection?.saveData || /2g/.test(String(connection?.effectiveType));
  if (file && !isMetered) await fetchFile(file, { priority: 'low' });
};

/** Resolves when the island has the pointer, input or focus, or a script needs it. */
const reached = (island: Element, file: string) => {
  // Delayed, because an island that fails at once would be gone before a screen reader has announced the focus.
  const focused = next(island, 'focusin').then(() => Promise.all([wait(300), fetchFile(file)]));
  return Promise.race([next(island, 'pointerover', 'input', 'needed'), focused]);
};

/** Resolves when the island is at most a screen away, so that a form works in time. The island itself has no box. */
const near = (island: Element) =>
  new Promise((resolve) => {
    const look = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && resolve(null);
    const observer = new IntersectionObserver(look, { rootMargin: '100%' });
    observer.observe(island.firstElementChild ?? island);
  });

const needed: ClientDirective = async (load, { value }, island) => {
  const file = island.getAttribute('component-url') ?? '';
  const isPage = value === 'page';
  const sign = () => (isPage ? next(window, 'online', ...presence) : reached(island, file));
  const run = async (): Promise<boolean> => {
    if (!(await fetchFile(file))) return false;
    // If the import fails, Astro passes a function that does nothing.
    await (isPage ? (await import(/* @vite-ignore */ file)).start : await load())();
    return isPage || !island.hasAttribute('ssr');
  };
  // Scripts must not delay the first paint, which precedes the second frame.
  const first = isPage ? frame().then(frame).then(idle) : sign();
  await (value === 'near' ? Promise.race([first, near(island).then(idle)]) : first);
  while (!(await run())) await Promise.all([wait(1000), sign()]);
  island.removeAttribute('ssr');
};

export default needed;
