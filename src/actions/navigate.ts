import { track } from '#src/analytics/track.ts';
import { logError } from '#src/errors/log.ts';
import { parseSectionHash } from '#src/section-hash.ts';

/** Milliseconds between a change of the hash and the scroll that honours it (behavior 2.2). */
export const hashScrollDelay = 100;

/**
 * Scrolls to a section, or to a part of one, and puts the focus on its heading, so that the keyboard
 * and a screen reader go on where the eye is. CSS decides whether the scroll is smooth.
 * @returns false when there is no such section; that is logged and tracked
 */
export const scrollToSection = (id: string): boolean => {
  const section = document.getElementById(id);
  if (!section) {
    const message = `There is no section "${id}" on this page`;
    console.warn(message);
    logError({ type: 'javascript_error', message, context: 'navigation' });
    void track({ name: 'navigation', section: id, outcome: 'missing' });
    return false;
  }
  section.scrollIntoView();
  const heading = section.querySelector<HTMLElement>('h1, h2') ?? section;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  void track({ name: 'navigation', section: id, outcome: 'reached' });
  return true;
};

/** Whether the visitor has put the focus somewhere since. */
const hasMovedFocus = (before: Element | null): boolean => {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && activeElement !== before;
};

/** @param focused what had the focus when the hash changed; null when scripts come to a page with one */
const honourHash = (focused: Element | null): void => {
  const target = parseSectionHash(location.hash);
  if (!target) return;
  // The top of the page needs no hash; the entry in the history stays.
  if (target.section === 'hero') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  if (!hasMovedFocus(focused)) scrollToSection(target.section);
};

/**
 * A link to where the address already is changes nothing that the browser would tell of; for whoever
 * follows the hash, the visitor asks for the same once more.
 */
const announceSameHash = ({ target }: MouseEvent): void => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.hash || link.href !== location.href) return;
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL: link.href, newURL: link.href }));
};

/**
 * Makes the hash and the page follow each other. Links do the navigation themselves, so it works
 * before this runs and without it; what it adds is the focus, the clean address of the top, and a
 * scroll that is right also when fonts or frames moved the page meanwhile. Whoever has put the focus
 * elsewhere by then, such as into a field while the scripts were on their way, is left alone.
 */
export const followHash = (): void => {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const schedule = (focused: Element | null): void => {
    clearTimeout(pending);
    pending = setTimeout(honourHash, hashScrollDelay, focused);
  };
  window.addEventListener('hashchange', () => schedule(document.activeElement));
  document.addEventListener('click', announceSameHash);
  // Back and forward jump: a glide would still be under way when the visitor goes back once more,
  // and Chromium would let it win over the place that it restores.
  window.navigation?.addEventListener('navigate', ({ navigationType }) => {
    document.documentElement.toggleAttribute('data-traversing', navigationType === 'traverse');
  });
  if (location.hash) schedule(null);
};
