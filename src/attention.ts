/**
 * Returns whether the focus is still where it was when something began; only then may its end take it.
 * @param origin what had the focus
 */
export const focusStayed = (origin: Element | null): boolean =>
  document.activeElement === document.body || document.activeElement === origin;

/** Returns whether at least an edge of an element is in the window. */
export const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};
