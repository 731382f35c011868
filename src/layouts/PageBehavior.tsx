import { useEffect } from 'react';
import { delegateClicks } from '#src/actions/click-delegation.ts';
import { followHash } from '#src/actions/navigate.ts';
import { installGlobalHandlers } from '#src/errors/global-handlers.ts';
import { notifications } from '#src/notifications/manager.ts';
import { keepClearOfHeader } from './header-height.ts';

/** What every page does beside its other islands; it shows nothing. */
export const PageBehavior = () => {
  useEffect(() => {
    installGlobalHandlers(window, notifications);
    keepClearOfHeader();
    delegateClicks();
    followHash();
  }, []);
  return null;
};
