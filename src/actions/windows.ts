import { notifications } from '#src/notifications/manager.ts';

/** Milliseconds that the notice of a blocked tab stays. */
const popupNoticeDuration = 3000;

/**
 * Opens an address in a new tab that cannot reach back into this one.
 * @throws whatever the browser throws for an address it cannot open
 */
export const openInNewTab = (url: string): 'opened' | 'blocked' => {
  // With 'noopener' a blocked tab could not be told from an opened one (behavior 10.1).
  let tab: Window | null;
  try {
    tab = window.open('about:blank', '_blank');
  } catch {
    tab = null;
  }
  if (tab === null) return 'blocked';
  try {
    tab.opener = null;
    tab.location.replace(url);
  } catch (cause) {
    tab.close();
    throw cause;
  }
  return 'opened';
};

/** Goes to an address in this tab. */
export const openInThisTab = (url: string): void => {
  window.location.assign(url);
};

/** Says that a tab was blocked, and goes to the address in this tab when that has been read. */
export const openInThisTabAfterNotice = (url: string, text: string): void => {
  notifications.show({ kind: 'warning', text, duration: popupNoticeDuration });
  setTimeout(openInThisTab, popupNoticeDuration, url);
};
