/** Runs something when the browser has nothing else to do; Safari does not tell, and waits a little. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 200);
};
