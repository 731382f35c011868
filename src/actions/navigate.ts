import { track } from '#src/analytics/track.ts';
import { focusStayed, isInView } from '#src/attention.ts';
import { logError } from '#src/errors/log.ts';
import { parseSectionHash, prefillTarget } from '#src/section-hash.ts';
import { isForThisTab } from './windows.ts';

const hashScrollDelay = 100;

interface Target {
  section: string;
  query: URLSearchParams;
}

const findPlace = ({ section, query }: Target): HTMLElement | null => {
  const isPrefill = query.size > 0;
  return (
    (isPrefill && document.getElementById(prefillTarget(section))) ||
    document.getElementById(section)
  );
};

/** A section says its name, which is that of the link; what has none gives the focus to its heading. */
const focusOn = (place: HTMLElement): void => {
  const heading = place.ariaLabel ? null : place.querySelector<HTMLElement>('h1, h2, h3, h4');
  const target = heading ?? place;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
};

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
  else if (!isInView(place)) return;
  focusOn(place);
  void track({ name: 'navigation', section, outcome: 'reached' });
};

/** By the key of the entry of the history in which it was followed. */
const followed = new Map<string, HTMLElement>();

const entryKey = (): string => window.navigation?.currentEntry?.key ?? '';

/** `focused` is null when the page came with the hash. */
const honourHash = (focused: Element | null, isReturn: boolean): void => {
  const link = followed.get(entryKey());
  if (link?.checkVisibility()) {
    if (focusStayed(focused)) link.focus({ preventScroll: true });
    return;
  }
  const target = parseSectionHash(location.hash);
  if (!target) return;
  // The top of the page has no hash (behavior 2.1).
  if (target.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  if (focusStayed(focused)) goTo(target, isReturn);
};

/** In an entry of the history, once it was visited: its place is restored, not looked for. */
interface Visit {
  /** Pixels; kept because WebKit forgets the place at a reload. */
  place?: number;
}

const readVisit = (): Visit | null => history.state;

const writeVisit = (visit: Visit | null): void => history.replaceState(visit, '');

/** Chromium forgets the place when a hash leads on; the history cannot be written at that moment. */
const keepPlace = (): void =>
  window.navigation.updateCurrentEntry({ state: { place: window.scrollY } satisfies Visit });

const isAt = (place: number): boolean => {
  const end = document.documentElement.scrollHeight - window.innerHeight;
  return Math.abs(window.scrollY - Math.min(place, end)) < 2;
};

let stay = new AbortController();

/**
 * Keeps the page at a place while it gets its height, such as by what an address fills in. Until the
 * visitor does something.
 */
const stayAt = (place: number): void => {
  stay = new AbortController();
  const { signal } = stay;
  const leave = (): void => stay.abort();
  let height = 0;
  const observer = new ResizeObserver(() => {
    height = document.documentElement.scrollHeight;
    window.scrollTo({ top: place, behavior: 'instant' });
  });
  observer.observe(document.body);
  // Scroll anchoring would pass for the visitor's own scrolling.
  document.body.style.overflowAnchor = 'none';
  signal.addEventListener('abort', () => {
    observer.disconnect();
    document.body.style.overflowAnchor = '';
  });
  window.addEventListener('click', leave, { signal });
  const isByVisitor = (): boolean =>
    !isAt(place) &&
    // Our own scroll to the end of the page can fire its event after the page has grown.
    document.documentElement.scrollHeight === height;
  window.addEventListener('scroll', () => isByVisitor() && leave(), { signal });
};

const placeOfVisit = (): number | undefined => {
  const visit = readVisit();
  if (!visit) return undefined;
  return ((window.navigation?.currentEntry?.getState() as Visit | undefined) ?? visit).place;
};

const returnToPlace = (): void => {
  const place = placeOfVisit();
  if (place === undefined) return;
  window.scrollTo({ top: place, behavior: 'instant' });
  stayAt(place);
};

/** Pixels, at most, of the note in the form that an address filled it in. */
const noteHeight = 120;

/** Whether the browser has restored the place; at the end of the page it could not, if the note was missing then. */
const isRestored = (place: number): boolean => {
  const missing = place - window.scrollY;
  return isAt(place) || (missing > 0 && missing < noteHeight);
};

/** Whether the page stands where the browser puts a hash; the header may have been higher then. */
const isAtHash = (): boolean => {
  const target = parseSectionHash(location.hash);
  const section = target && document.getElementById(target.section);
  if (!section) return false;
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const distance = section.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop);
  return Math.abs(distance) < 20;
};

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
  if (newURL === oldURL) {
    followed.delete(entryKey());
  } else {
    // Those of the header are at hand everywhere.
    if (link.closest('main')) followed.set(entryKey(), link);
    history.pushState(null, '', newURL);
  }
  honourHash(document.activeElement, false);
  writeVisit({});
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
    pending = setTimeout(honourHash, hashScrollDelay, focused, readVisit() !== null);
    writeVisit({});
  };
  window.addEventListener('hashchange', ({ isTrusted }) => {
    stay.abort();
    clearTimeout(pending);
    // That of a link, which has been followed and counted.
    if (!isTrusted) return;
    returnToPlace();
    schedule(document.activeElement);
  });
  document.addEventListener('click', followLink);
  // Whoever clicks into a section goes on with Tab from there, not from its beginning. Chromium would call
  // a section that listens itself clickable.
  document.addEventListener('mousedown', () => {
    document.querySelector('section[tabindex]')?.removeAttribute('tabindex');
  });
  window.addEventListener('pagehide', () => {
    if (location.hash) writeVisit({ place: window.scrollY });
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The page came back as it was left, and may be left elsewhere next time.
    if (persisted && location.hash) writeVisit({});
  });
  // Back and forward jump: Chromium would let a glide win over the place that it restores.
  window.navigation?.addEventListener('navigate', ({ navigationType }) => {
    document.documentElement.toggleAttribute('data-traversing', navigationType === 'traverse');
    keepPlace();
  });
  if (!location.hash) return;
  if (isAtHash() || isRestored(placeOfVisit() ?? Number.NaN)) returnToPlace();
  schedule(null);
};
