import type { ClientDirective } from 'astro';
import { frame, idle, next, wait } from '../browser.ts';

// When scripts come (behavior 1.4). Without its file, an island is its HTML. `client:needed` runs an island
// when a visitor reaches it, `client:needed="near"` also a screen before, and `client:needed="page"` the
// page's own script, which has no React, when the page is painted.

const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/** Fetches a file whole, to import it then: Firefox never repeats an `import()` that failed. */
const fetchFile = (file: string, options?: RequestInit): Promise<boolean> =>
  fetch(file, options)
    .then((response) => response.blob().then(() => response.ok))
    .catch(() => false);

/**
 * Visitors who move may soon reach an island, whose file comes ahead then, and is not run. Not where each
 * kilobyte counts. Called by the page's script, and in no script that is in the HTML.
 */
export const fetchIslandsAhead = async (): Promise<void> => {
  const island = document.querySelector('astro-island:not([component-export=PageScript])');
  const file = island?.getAttribute('component-url');
  await next(window, ...presence);
  // Missing in TypeScript's DOM types, in Firefox and in Safari.
  const { connection } = navigator as { connection?: Record<string, unknown> };
  const isMetered = connection?.saveData || /2g/.test(String(connection?.effectiveType));
  if (file && !isMetered) await fetchFile(file, { priority: 'low' });
};

/** Resolves when a visitor reaches the island, with a pointer before it is pressed; `needed` comes from a script. */
const reached = (island: Element, file: string) => {
  // A part that fails would be gone before a screen reader has announced the focus.
  const focused = next(island, 'focusin').then(() => Promise.all([wait(300), fetchFile(file)]));
  return Promise.race([next(island, 'pointerover', 'input', 'needed'), focused]);
};

/** A form is alive before it is in view, so that nothing is typed before. The island has no box. */
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
  // No script may delay the first paint, which the second frame comes after.
  const first = isPage ? frame().then(frame).then(idle) : sign();
  await (value === 'near' ? Promise.race([first, near(island).then(idle)]) : first);
  while (!(await fetchFile(file))) await Promise.all([wait(1000), sign()]);
  if (!isPage) return (await load())();
  (await import(/* @vite-ignore */ file)).start();
  island.removeAttribute('ssr');
};

export default needed;
