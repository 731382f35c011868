/**
 * Tells the height of an element, in CSS pixels, now and whenever it changes. Who sets it on the page
 * should set the property that needs it: after a change of a custom property of the root, the
 * browser styles every element of the page anew.
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
