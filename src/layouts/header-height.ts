import { keepHeight } from '#src/keep-height.ts';

/**
 * Keeps `--header-height` at the height of the fixed header, so that the page scrolls clear of it.
 * Until this runs, the style sheet takes it for 80 px (spec section 9).
 */
export const keepHeaderHeight = (): void => {
  const header = document.querySelector('header');
  if (header) keepHeight(header, '--header-height');
};
