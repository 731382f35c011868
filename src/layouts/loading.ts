import type { ClientDirective } from 'astro';
import { frame, idle, next, wait } from '../browser.ts';

// When scripts come: the rules of `client:needed` (behavior 1.4). Without its file, an island is its HTML.

/** No script may delay the first paint, which the second frame comes after. */
const painted = frame().then(frame).then(idle);

/** Files that are there or on their way. */
const files = new Map<string, Promise<boolean>>();
/** Fetches a file whole, to import it then: Firefox never repeats an `import()` that failed. */
const fetchFile = async (file: string, priority: RequestPriority = 'auto'): Promise<boolean> => {
  const read = (response: Response) => response.blob().then(() => response.ok);
  const fetched = files.get(file) ?? fetch(file, { priority }).then(read, () => false);
  files.set(file, fetched);
  if (!(await fetched)) files.delete(file);
  return fetched;
};

const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
/** Visitors who move may soon reach an island. Where each kilobyte counts, its file comes only then. */
const fetchAhead = async (file: string): Promise<void> => {
  await painted;
  await next(window, ...presence);
  // Missing in TypeScript's DOM types, in Firefox and in Safari.
  const { connection } = navigator as { connection?: Record<string, unknown> };
  const isMetered = connection?.saveData || /2g/.test(String(connection?.effectiveType));
  if (!isMetered) await fetchFile(file, 'low');
};

/** With a pointer before it is pressed; `needed` comes from a script. */
const reached = (island: Element, file: string) => {
  // A part that fails would be gone before a screen reader has said what has the focus.
  const focused = next(island, 'focusin').then(() => Promise.all([wait(300), fetchFile(file)]));
  return Promise.race([next(island, 'pointerover', 'input', 'needed'), focused]);
};

/** A form is alive before it is in view, so that nothing is typed before. The island has no box. */
const near = ({ children }: Element) =>
  new Promise((resolve) => {
    const look = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && resolve(null);
    const observer = new IntersectionObserver(look, { rootMargin: '100%' });
    for (const child of children) observer.observe(child);
  });

const needed: ClientDirective = async (load, { value }, island) => {
  const file = island.getAttribute('component-url') ?? '';
  const isPage = value === 'page';
  const sign = () => (isPage ? next(window, 'online', ...presence) : reached(island, file));
  if (!isPage) void fetchAhead(file);
  const first = isPage ? painted : sign();
  await (value === 'near' ? Promise.race([first, near(island).then(idle)]) : first);
  while (!(await fetchFile(file))) await Promise.all([wait(1000), sign()]);
  if (!isPage) return (await load())();
  (await import(/* @vite-ignore */ file)).start();
  island.removeAttribute('ssr');
};

export default needed;
