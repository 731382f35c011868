import { track } from '#src/analytics/track.ts';
import { logError } from '#src/errors/log.ts';
import { parseSectionHash, prefillTarget } from '#src/section-hash.ts';

const hashScrollDelay = 100;

const scrollToSection = (id: string, isPrefill: boolean): void => {
  const section = document.getElementById(id);
  if (!section) {
    const message = `There is no section "${id}" on this page`;
    console.warn(message);
    logError({ type: 'javascript_error', message, context: 'navigation' });
    void track({ name: 'navigation', section: id, outcome: 'missing' });
    return;
  }
  const place = (isPrefill && document.getElementById(prefillTarget(id))) || section;
  place.scrollIntoView();
  const heading = place.querySelector<HTMLElement>('h1, h2, h3') ?? place;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  void track({ name: 'navigation', section: id, outcome: 'reached' });
};

const hasMovedFocus = (before: Element | null): boolean => {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && activeElement !== before;
};

/** `focused` is null when the page came with the hash. */
const honourHash = (focused: Element | null): void => {
  const target = parseSectionHash(location.hash);
  if (!target) return;
  // The top of the page has no hash (behavior 2.1).
  if (target.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const isPrefill = target.query.toString() !== '';
  if (!hasMovedFocus(focused)) scrollToSection(target.section, isPrefill);
};

/** For a link to the present address, the browser itself fires no event. */
const announceSameHash = ({ target }: MouseEvent): void => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.hash || link.href !== location.href) return;
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL: link.href, newURL: link.href }));
};

/** Follows the hash, and moves the focus with it (behavior 2.2). */
export const followHash = (): void => {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const schedule = (focused: Element | null): void => {
    clearTimeout(pending);
    pending = setTimeout(honourHash, hashScrollDelay, focused);
  };
  window.addEventListener('hashchange', () => schedule(document.activeElement));
  document.addEventListener('click', announceSameHash);
  // Back and forward jump: Chromium would let a glide win over the place that it restores.
  window.navigation?.addEventListener('navigate', ({ navigationType }) => {
    document.documentElement.toggleAttribute('data-traversing', navigationType === 'traverse');
  });
  if (location.hash) schedule(null);
};
