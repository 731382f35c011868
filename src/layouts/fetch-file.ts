/**
 * Fetches a script whole, for an `import()` that follows. Firefox remembers a failed import for the life of
 * the page (HTML, module map); a failed fetch can be repeated.
 *
 * @throws TypeError when the connection fails, Error for a status that is not 2xx
 */
export const fetchFile = async (
  address: string,
  priority: RequestPriority = 'auto',
): Promise<void> => {
  const response = await fetch(address, { priority });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  await response.blob();
};

/** The events that show that a visitor is there. */
export const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

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
