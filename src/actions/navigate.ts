import { track } from '#src/analytics/track.ts';
import { logError } from '#src/errors/log.ts';
import { parseSectionHash, prefillTarget } from '#src/section-hash.ts';
import { isForThisTab } from './windows.ts';

const hashScrollDelay = 100;

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};

const goToSection = (id: string, isPrefill: boolean, isReturn: boolean): void => {
  const section = document.getElementById(id);
  if (!section) {
    const message = `There is no section "${id}" on this page`;
    console.warn(message);
    logError({ type: 'javascript_error', message, context: 'navigation' });
    void track({ name: 'navigation', section: id, outcome: 'missing' });
    return;
  }
  const place = (isPrefill && document.getElementById(prefillTarget(id))) || section;
  if (!isReturn) place.scrollIntoView();
  else if (!isInView(place)) return;
  // A section says its name, which is that of the link; on its heading, where the browser has put the caret,
  // Orca can be silent.
  const heading = place.ariaLabel ? null : place.querySelector<HTMLElement>('h1, h2, h3, h4');
  const target = heading ?? place;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  void track({ name: 'navigation', section: id, outcome: 'reached' });
};

const isFocusStill = (before: Element | null): boolean =>
  document.activeElement === document.body || document.activeElement === before;

/** `focused` is null when the page came with the hash. */
const honourHash = (focused: Element | null, isReturn: boolean): void => {
  const target = parseSectionHash(location.hash);
  if (!target) return;
  // The top of the page has no hash (behavior 2.1).
  if (target.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const isPrefill = target.query.toString() !== '';
  if (isFocusStill(focused)) goToSection(target.section, isPrefill, isReturn);
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
  const observer = new ResizeObserver(() => window.scrollTo({ top: place, behavior: 'instant' }));
  observer.observe(document.body);
  // Scroll anchoring would pass for the visitor's own scrolling.
  document.body.style.overflowAnchor = 'none';
  signal.addEventListener('abort', () => {
    observer.disconnect();
    document.body.style.overflowAnchor = '';
  });
  window.addEventListener('click', leave, { signal });
  window.addEventListener('scroll', () => isAt(place) || leave(), { signal });
};

const findPlace = (): number | undefined => {
  const visit = readVisit();
  if (!visit) return undefined;
  return ((window.navigation?.currentEntry?.getState() as Visit | undefined) ?? visit).place;
};

const returnToPlace = (): void => {
  const place = findPlace();
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

const leaveBy = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hash || !isForThisTab(event)) return;
  const { href } = link;
  if (href !== location.href) return;
  // For a link to the present address, the browser itself fires no event.
  writeVisit(null);
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL: href, newURL: href }));
};

/** Follows the hash, and moves the focus with it (behavior 2.2). */
export const followHash = (): void => {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const schedule = (focused: Element | null): void => {
    clearTimeout(pending);
    // Firefox has put its caret at the start of the section, and Orca, which follows the caret, is silent
    // about a focus that comes where the caret is. A field that has the focus keeps its own. Chromium has
    // none: one would hide from Orca that the same event comes with every frame until the page has loaded.
    if (document.activeElement === document.body && getSelection()?.rangeCount) {
      getSelection()?.collapse(document.body, 0);
    }
    pending = setTimeout(honourHash, hashScrollDelay, focused, readVisit() !== null);
    writeVisit({});
  };
  window.addEventListener('hashchange', () => {
    stay.abort();
    returnToPlace();
    schedule(document.activeElement);
  });
  document.addEventListener('click', leaveBy);
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
  if (isAtHash() || isRestored(findPlace() ?? Number.NaN)) returnToPlace();
  schedule(null);
};
