import { frame } from '#src/browser.ts';

/** Pixels (behavior 2.4). */
const solidThreshold = 10;
const currentSectionMargin = 100;

const findCurrentSection = (line: number): string | undefined =>
  [...document.querySelectorAll('main > section')].findLast(
    (section) => section.getBoundingClientRect().top <= line,
  )?.id;

/** Makes the header solid over scrolled content, and marks the section being read (behavior 2.4). */
const followScrolling = (header: HTMLElement): void => {
  const links = [...header.querySelectorAll<HTMLAnchorElement>('nav a')];
  const look = (): void => {
    const section = findCurrentSection(header.offsetHeight + currentSectionMargin);
    header.dataset.solid = String(window.scrollY > solidThreshold);
    for (const link of links) {
      if (link.getAttribute('href') === `#${section}`) link.ariaCurrent = 'location';
      else link.removeAttribute('aria-current');
    }
  };
  look();
  // Browsers fire it once in a frame.
  window.addEventListener('scroll', look);
};

/** Closes the menu when a visitor follows a link in it, when the focus leaves it, and in a wide window. */
const closeMenu = (header: HTMLElement, menu: HTMLElement): void => {
  const button = header.querySelector<HTMLElement>('[popovertarget]');
  // A visitor may have followed a link in it before this script loaded.
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && navigation.name !== location.href) menu.hidePopover();
  const isWithin = (target: EventTarget | null, selector: string): boolean =>
    target instanceof Element && menu.contains(target.closest(selector));
  menu.addEventListener('click', ({ target }) => {
    if (!isWithin(target, 'a[href^="#"]')) return;
    // In Firefox, Orca believes that the button still has the focus, and would interrupt the section's name with
    // the button's "collapsed".
    button?.style.setProperty('visibility', 'hidden');
    const show = (): void => void button?.style.removeProperty('visibility');
    void frame().then(frame).then(show);
  });
  // After the page has followed the link: before, closing the menu would move the focus to its button.
  window.addEventListener('click', ({ target }) => {
    if (isWithin(target, 'a')) menu.hidePopover();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    // Closes the menu, which would cover the focused element.
    if (relatedTarget instanceof Node && !header.contains(relatedTarget)) menu.hidePopover();
  });
  // The same width as in Header.module.css.
  window.matchMedia('(min-width: 64rem)').addEventListener('change', ({ matches }) => {
    if (matches) menu.hidePopover();
  });
};

/** Keeps the fixed header from covering the menu, and elements that a link or the keyboard reaches. */
const keepClear = (header: HTMLElement): void => {
  const measure = (): void => {
    const height = `${header.offsetHeight}px`;
    document.documentElement.style.scrollPaddingTop = height;
    header.style.setProperty('--header-height', height);
  };
  // On a busy machine, the page follows a hash before the observer's first call.
  measure();
  new ResizeObserver(measure).observe(header);
  // Some browsers leave the focused element partly behind the header (behavior 10.9). The code is compared,
  // because WebKit calls the key of Shift+Tab Unidentified.
  for (const part of document.querySelectorAll<HTMLElement>('main, footer')) {
    part.addEventListener('keyup', ({ code, ctrlKey, target }) => {
      // Ctrl+Tab brings the visitor back from another tab.
      if (code === 'Tab' && !ctrlKey) (target as Element).scrollIntoView({ block: 'nearest' });
    });
  }
};

export const followHeader = (): void => {
  const header = document.querySelector('header');
  if (!header) return;
  keepClear(header);
  followScrolling(header);
  const menu = header.querySelector<HTMLElement>('[popover]');
  // Browsers without popovers have no menu (Header.module.css).
  if (menu?.hidePopover) closeMenu(header, menu);
};
