/**
 * Runs in the second frame from now: then screen readers know what stands on the page. Not if the visitor has
 * moved the focus by then, as the frames of a busy machine are late. @returns cancels it
 */
export const afterPaint = (run: () => void): (() => void) => {
  const { activeElement } = document;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (document.activeElement === activeElement) run();
    });
  });
  return () => cancelAnimationFrame(frame);
};
