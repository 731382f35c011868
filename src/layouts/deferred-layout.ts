import { whenIdle } from './when-idle.ts';

/**
 * Has the browser lay out what DeferLayout.astro has deferred, one section at a time, so that a visitor who
 * scrolls or follows a link finds everything in its place.
 */
export const layOutDeferred = (): void => {
  const { dataset } = document.documentElement;
  if (dataset.deferred === undefined) return;
  const sections = document.querySelectorAll<HTMLElement>('main > section').values();
  const layOutNext = (): void => {
    const { value: section } = sections.next();
    if (!section) {
      delete dataset.deferred;
      return;
    }
    section.style.contentVisibility = 'visible';
    requestAnimationFrame(() => whenIdle(layOutNext));
  };
  whenIdle(layOutNext);
};
