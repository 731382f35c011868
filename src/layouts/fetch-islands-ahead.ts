/** How a visitor shows that they are there. */
const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

const isMetered = (): boolean => {
  // Missing in TypeScript's DOM types, in Firefox and in Safari.
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
};

const preload = (href: string): void => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' });
  document.head.append(link);
};

/**
 * Fetches the files of the islands, without running them, as soon as the visitor moves; not where
 * each kilobyte counts.
 */
export const fetchIslandsAhead = (): void => {
  if (isMetered()) return;
  const controller = new AbortController();
  const fetchAll = (): void => {
    controller.abort();
    const islands = [...document.querySelectorAll('astro-island[client=needed]')];
    const files = ['renderer-url', 'component-url'].flatMap((name) =>
      islands.map((island) => island.getAttribute(name) ?? ''),
    );
    for (const file of new Set(files)) preload(file);
  };
  for (const type of presence) {
    addEventListener(type, fetchAll, { passive: true, signal: controller.signal });
  }
};
