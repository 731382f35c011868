/**
 * Keeps a custom property of the page at the height of an element, in CSS pixels, whatever happens
 * to the element.
 * @param property such as --header-height
 * @returns how to stop
 */
export const keepHeight = (element: Element, property: `--${string}`): (() => void) => {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    if (height === undefined) return;
    document.documentElement.style.setProperty(property, `${height}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
};
