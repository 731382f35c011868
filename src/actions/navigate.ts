import { track } from '#src/analytics/track.ts';
import { focusStayed, isInView } from '#src/browser.ts';
import { parseSectionHash, prefillTarget } from '#src/links.ts';
import { logError } from '#src/log.ts';
import { isForThisTab } from './windows.ts';

const hashScrollDelay = 100;

type Target = NonNullable<ReturnType<typeof parseSectionHash>>;

const findPlace = ({ section, query }: Target): HTMLElement | null =>
  (query.size > 0 && document.getElementById(prefillTarget(section))) ||
  document.getElementById(section);

/** Moves the focus to a section, so that its name is announced, or to the heading of an element without a name. */
const focusOn = (place: HTMLElement): void => {
  const heading = place.ariaLabel ? null : place.querySelector<HTMLElement>('h1, h2, h3, h4');
  const target = heading ?? place;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
};

/** @param isReturn whether the browser restores the scroll position */
const goTo = (target: Target, isReturn: boolean): void => {
  const { section } = target;
  const place = findPlace(target);
  if (!place) {
    const message = `There is no section "${section}" on this page`;
    console.warn(message);
    logError({ type: 'javascript_error', message, context: 'navigation' });
    void track({ name: 'navigation', section, outcome: 'missing' });
    return;
  }
  if (!isReturn) place.scrollIntoView();
  // The visitor had scrolled away from the section.
  else if (!isInView(place)) return;
  focusOn(place);
  void track({ name: 'navigation', section, outcome: 'reached' });
};

/** Returns whether the page is scrolled away from the start of a section. */
const isElsewhere = (place: HTMLElement | null): boolean =>
  place !== null && scrollY > 0 && Math.abs(place.getBoundingClientRect().top) > 200;

/** @param focused the element with the focus when the hash changed; null if the page loaded with the hash */
const honourHash = (focused: Element | null, isRestored: boolean): void => {
  const target = parseSectionHash(location.hash);
  // The visitor, or a link to a highlighted text, may have scrolled before the script loaded.
  const isReturn = isRestored || (!focused && target !== null && isElsewhere(findPlace(target)));
  // The top of the page has no hash (behavior 2.1).
  if (target?.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  if (!focusStayed(focused)) return;
  if (target) goTo(target, isReturn);
  if (!isReturn || isInView(document.activeElement ?? document.body)) return;
  // The visitor had scrolled from the section in the address to another.
  const [x, y] = [window.innerWidth / 2, window.innerHeight / 2];
  const inView = document.elementFromPoint(x, y)?.closest<HTMLElement>('main > section');
  if (inView) focusOn(inView);
};

/** Marks the current history entry, so that a later return to it is recognized. */
const markVisited = (): void => history.replaceState({}, '');

/**
 * Follows a link within the page in place of the browser: after the browser's own navigation, a screen reader
 * begins with the page's title or the section's first line. Also follows a link to the current address, for
 * which the browser fires no event.
 */
const followLink = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = link && isForThisTab(event) ? parseSectionHash(link.hash) : null;
  if (!link || !target || !findPlace(target)) return;
  const [oldURL, newURL] = [location.href, link.href];
  if (link.href.split('#')[0] !== location.href.split('#')[0]) return;
  // In WebKitGTK, which lacks window.navigation, a prefilled form lost the focus.
  if (newURL !== oldURL && !window.navigation) return;
  event.preventDefault();
  if (newURL !== oldURL) history.pushState(null, '', newURL);
  honourHash(document.activeElement, false);
  markVisited();
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }));
};

/** Follows the hash, and moves the focus with it (behavior 2.2). */
export const followHash = (): void => {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const schedule = (focused: Element | null): void => {
    clearTimeout(pending);
    // Firefox has put its caret at the start of the section. Orca follows the caret, and does not announce a
    // focus at the same place, so the caret is removed. Orca would announce a moved caret,
    // after Alt and Left as a move by one letter. A focused field keeps its caret.
    if (document.activeElement === document.body) getSelection()?.removeAllRanges();
    pending = setTimeout(honourHash, hashScrollDelay, focused, history.state !== null);
    markVisited();
  };
  window.addEventListener('hashchange', ({ isTrusted }) => {
    clearTimeout(pending);
    // The script fires an untrusted event for a link that it has followed and counted.
    if (isTrusted) schedule(document.activeElement);
  });
  document.addEventListener('click', followLink);
  // Visitors who click into a section continue with Tab from there, not from its beginning. The listener is on
  // the document, because Chromium would call a section with a listener clickable.
  document.addEventListener('mousedown', () => {
    document.querySelector('section[tabindex]')?.removeAttribute('tabindex');
  });
  // Back and forward do not scroll smoothly: in Chromium, that would override the restored position.
  window.navigation?.addEventListener('navigate', ({ navigationType }) => {
    // markVisited replaces the entry before Chromium restores the position.
    if (navigationType === 'replace') return;
    document.documentElement.toggleAttribute('data-traversing', navigationType === 'traverse');
  });
  if (location.hash) schedule(null);
  else markVisited();
};
