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

/** Moves the focus to a section, whose name is announced, or to the heading of a place without a name. */
const focusOn = (place: HTMLElement): void => {
  const heading = place.ariaLabel ? null : place.querySelector<HTMLElement>('h1, h2, h3, h4');
  const target = heading ?? place;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
};

/** @param isReturn whether the browser restores the visitor's place */
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
  // The visitor had gone on from the section.
  else if (!isInView(place)) return;
  focusOn(place);
  void track({ name: 'navigation', section, outcome: 'reached' });
};

/** @param focused what had the focus when the hash changed; null when the page came with the hash */
const honourHash = (focused: Element | null, isReturn: boolean): void => {
  const target = parseSectionHash(location.hash);
  if (!target) return;
  // The top of the page has no hash (behavior 2.1).
  if (target.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  if (focusStayed(focused)) goTo(target, isReturn);
};

/** Marks an entry of the history, to which a visitor may return. */
const markVisited = (): void => history.replaceState({}, '');

/**
 * Follows a link within the page in the browser's place, which would have a screen reader begin with the
 * page's title or with the first line of the section; and one to the present address, of which the browser
 * fires no event.
 */
const followLink = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = link && isForThisTab(event) ? parseSectionHash(link.hash) : null;
  if (!link || !target || !findPlace(target)) return;
  const [oldURL, newURL] = [location.href, link.href];
  if (link.href.split('#')[0] !== location.href.split('#')[0]) return;
  // WebKitGTK, which lacks it, lost the focus in a form that is filled in.
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
    // Firefox has put its caret at the start of the section, and Orca, which follows the caret, is silent
    // about a focus that comes where the caret is. A field that has the focus keeps its own. A caret put
    // elsewhere would be followed, too: after Alt and Left as if it had moved by a letter.
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
  // A visitor who clicks into a section goes on with Tab from there, not from its beginning. Chromium would call
  // a section that listens itself clickable.
  document.addEventListener('mousedown', () => {
    document.querySelector('section[tabindex]')?.removeAttribute('tabindex');
  });
  // Back and forward jump: in Chromium a glide would override the place that it restores.
  window.navigation?.addEventListener('navigate', ({ navigationType }) => {
    document.documentElement.toggleAttribute('data-traversing', navigationType === 'traverse');
  });
  if (location.hash) schedule(null);
};
