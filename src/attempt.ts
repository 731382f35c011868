/** Returns what a function returns; null when it throws. */
export const attempt = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch {
    return null;
  }
};
