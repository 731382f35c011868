/**
 * Reports the height of an element, in CSS pixels, now and after changes. Set the property that
 * needs it, not a custom property of the root: that would style every element anew.
 * @returns how to stop
 */
export const watchHeight = (element: Element, tell: (height: number) => void): (() => void) => {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    if (height !== undefined) tell(height);
  });
  observer.observe(element);
  return () => observer.disconnect();
};
