import type { ClientDirective } from 'astro';
import { fetchFile, frame, idle, near, next, wait } from '../browser.ts';

// Decides when scripts load (behavior 1.4). Until its file has loaded, an island is only HTML. `client:needed`
// runs an island when a visitor reaches it, `client:needed="near"` also when it is a screen away, and
// `client:needed="page"` the page's own script, which has no React, when the page is painted.

const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

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

/**
 * Changes the address of a file whose import failed, because Firefox never retries it. Astro would change that of the
 * component and that of React separately; with two copies of React, an island loses its HTML.
 */
const changeAddress = (file: string): void => {
  for (const island of document.querySelectorAll(`[component-url="${file}"]`)) {
    for (const name of ['component-url', 'renderer-url']) island.setAttribute(name, `${file}?`);
  }
};

const needed: ClientDirective = async (load, { value }, island) => {
  const fileOf = () => island.getAttribute('component-url') ?? '';
  const isPage = value === 'page';
  const sign = () => (isPage ? next(window, 'online', ...presence) : reached(island, fileOf()));
  const run = async (): Promise<boolean> => {
    const file = fileOf();
    if (!(await fetchFile(file))) return false;
    const module = await import(/* @vite-ignore */ file).catch(() => null);
    if (module) await (isPage ? module.start : await load())();
    // The islands' file also imports the page's.
    else if (!isPage) changeAddress(file);
    return module !== null;
  };
  // Scripts must not delay the first paint, which precedes the second frame.
  const first = isPage ? frame().then(frame).then(idle) : sign();
  await (value === 'near' ? Promise.race([first, near(island).then(idle)]) : first);
  while (!(await run())) await Promise.all([wait(1000), sign()]);
  island.removeAttribute('ssr');
};

export default needed;
