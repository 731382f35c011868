import { useEffect } from 'react';
import { delegateClicks } from '#src/actions/click-delegation.ts';
import { followHash } from '#src/actions/navigate.ts';
import { installGlobalHandlers } from '#src/errors/global-handlers.ts';
import { notifications } from '#src/notifications/manager.ts';
import { watchHeight } from '#src/watch-height.ts';
import { keepPrintedDate } from './printed-date.ts';

/** Keeps what a link or the keyboard reaches, and the menu, clear of the fixed header. */
const keepClearOfHeader = (): void => {
  const header = document.querySelector('header');
  if (!header) return;
  watchHeight(header, (height) => {
    document.documentElement.style.scrollPaddingTop = `${height}px`;
    header.style.setProperty('--header-height', `${height}px`);
  });
};

/** What every page does beside its other islands. */
export const PageBehavior = () => {
  useEffect(() => {
    installGlobalHandlers(window, notifications);
    keepClearOfHeader();
    delegateClicks();
    followHash();
    keepPrintedDate();
  }, []);
  return null;
};
