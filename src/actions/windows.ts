import { attempt } from '#src/browser.ts';
import { notify } from '#src/notifications/notify.ts';

/** Others ask the browser for a new tab, a new window or a saved link, or have been answered. */
export const isForThisTab = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const popupNoticeDuration = 3000;

/**
 * Opens an address in a new tab that cannot reach back into this one, and knows nothing of its draft.
 * @throws what the browser throws for an address it cannot open
 */
export const openInNewTab = (url: string): 'opened' | 'blocked' => {
  // 'noopener' would hide whether the tab was blocked (behavior 10.1).
  const tab = attempt(() => window.open('about:blank', '_blank'));
  if (tab === null) return 'blocked';
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

/** Goes to an address in this tab after a notice of why, unless that is dismissed. */
export const openInThisTabAfterNotice = (url: string, text: string): void => {
  notify({
    kind: 'warning',
    text,
    duration: popupNoticeDuration,
    onTimeout: () => window.location.assign(url),
  });
};
