/** Runs in the second frame from now: then screen readers know what stands on the page. @returns cancels it */
export const afterPaint = (run: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
};
