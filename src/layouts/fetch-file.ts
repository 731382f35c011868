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

/** How visitors show that they are there. */
export const presence = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
