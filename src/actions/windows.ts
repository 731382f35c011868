import { attempt } from '#src/browser.ts';
import { notify } from '#src/notifications/notify.ts';

/** Returns false for clicks that open a tab or a window, save the link, or are already handled. */
export const isForThisTab = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const popupNoticeDuration = 3000;

/**
 * Opens an address in a new tab that has no access to this one or to its draft. If the tab is blocked, this tab
 * opens the address after a notice, unless the visitor dismisses the notice.
 * @throws the browser's error for an address that it cannot open
 */
export const openInNewTab = (url: string, blocked: string): 'opened' | 'blocked' => {
  // 'noopener' would hide whether the tab was blocked (behavior 10.1).
  const tab = attempt(() => window.open('about:blank', '_blank'));
  if (!tab || tab.closed) {
    const onTimeout = (): void => window.location.assign(url);
    notify({ kind: 'warning', text: blocked, duration: popupNoticeDuration, onTimeout });
    return 'blocked';
  }
  try {
    tab.opener = null;
    // The tab has copied this one's session (HTML 7.3.2.4).
    attempt(() => tab.sessionStorage.clear());
    tab.location.replace(url);
  } catch (cause) {
    tab.close();
    throw cause;
  }
  return 'opened';
};
