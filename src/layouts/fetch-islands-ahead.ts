import { fetchFile, presence } from './fetch-file.ts';

const isMetered = (): boolean => {
  // Missing in TypeScript's DOM types, in Firefox and in Safari.
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
};

/**
 * Fetches the file of the islands, without running it, as soon as the visitor moves; not where each
 * kilobyte counts.
 */
export const fetchIslandsAhead = (): void => {
  const file = document.querySelector('astro-island[client=needed]')?.getAttribute('component-url');
  if (!file || isMetered()) return;
  const controller = new AbortController();
  const fetchAhead = (): void => {
    controller.abort();
    // An island that is reached fetches it again.
    fetchFile(file, 'low').catch(() => {});
  };
  for (const type of presence) {
    addEventListener(type, fetchAhead, { passive: true, signal: controller.signal });
  }
};
