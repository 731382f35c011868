import { notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { openInNewTab, openInThisTabAfterNotice } from './windows.ts';

/** Opens another site in a new tab (behavior 4.4). */
export const openExternalLink = (url: string): void => {
  const outcome = openInNewTab(url);
  void track({ name: 'link_click', url, outcome });
  if (outcome === 'blocked') openInThisTabAfterNotice(url, notificationMessages.linkPopupBlocked);
};
