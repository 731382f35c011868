import { watchHeight } from '#src/watch-height.ts';

/** Keeps what a link or the keyboard reaches clear of the fixed header, and its menu below it. */
export const keepClearOfHeader = (): void => {
  const header = document.querySelector('header');
  if (!header) return;
  watchHeight(header, (height) => {
    document.documentElement.style.scrollPaddingTop = `${height}px`;
    header.style.setProperty('--header-height', `${height}px`);
  });
};
