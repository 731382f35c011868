/**
 * Keeps `--header-height` at the height of the fixed header, so that the page scrolls clear of it.
 * Until this runs, the style sheet takes it for 80 px (spec section 9).
 */
export const keepHeaderHeight = (): void => {
  const header = document.querySelector('header');
  if (!header) return;
  new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    if (!height) return;
    document.documentElement.style.setProperty('--header-height', `${height}px`);
  }).observe(header);
};
