/** Opening pages: a new tab where the browser lets us, this tab where it does not. */

/** Milliseconds that the notice of a blocked popup stays before this tab is used (behavior 8.1). */
export const popupNoticeDuration = 3000;

/**
 * Opens an address in a new tab that cannot reach back into this one.
 * @returns 'blocked' when the browser refused the tab
 * @throws whatever the browser throws for an address it cannot open
 */
export const openInNewTab = (url: string): 'opened' | 'blocked' => {
  // With 'noopener' the browser answers null for success and for a block alike, so the tab is
  // opened empty, cut loose, and only then sent on (behavior 10.1).
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

/** Goes to an address in this tab once the visitor has had time to read why. */
export const openInThisTabAfterNotice = (url: string): void => {
  setTimeout(openInThisTab, popupNoticeDuration, url);
};
