/**
 * Reports an element's height in CSS pixels, now and after changes. Set no custom
 * property of the root from it: the browser would style every element anew.
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
