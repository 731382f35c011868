import { notificationLabels as labels } from '#content/messages.ts';

/** A link, or a button. */
export interface NotificationOption {
  label: string;
  href?: string;
  /** The action in `src/actions/click-delegation.ts`. */
  action?: 'email' | 'call';
  /** The address or number that the link opens, for screen readers: the page shows it elsewhere. */
  to?: string;
  run?: (() => void) | undefined;
}

export interface Notice {
  kind: 'error' | 'warning' | 'success' | 'info';
  text: string;
  /** The subject of the notice, if the text does not name it. */
  about?: string | undefined;
  /** Milliseconds, 5,000 by default; null until dismissed. */
  duration?: number | null;
  options?: readonly NotificationOption[];
  takesFocus?: boolean;
  /** Runs after `duration`, unless the notice was dismissed before. */
  onTimeout?: () => void;
}

/** Returns whether notices cover a control, in part or completely. */
const isUnder = (region: Element, control: Element, part: 'some' | 'all'): boolean => {
  const notice = region.getBoundingClientRect();
  const { top, bottom, left, right } = control.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) return false;
  return part === 'some'
    ? right > notice.left && left < notice.right && bottom > notice.top
    : right <= notice.right && left >= notice.left && top >= notice.top;
};

const createOption = (option: NotificationOption, dismiss: () => void): HTMLElement => {
  const { label, href, action, to, run } = option;
  const control = document.createElement(href === undefined ? 'button' : 'a');
  control.textContent = label;
  if (href !== undefined) control.setAttribute('href', href);
  if (to) control.setAttribute('aria-label', `${label}: ${to}`);
  if (action) control.dataset.action = action;
  control.addEventListener('click', () => {
    // The other options stay, because a mail or phone program may be missing.
    if (href === undefined || href.startsWith('#')) dismiss();
    run?.();
  });
  const item = document.createElement('li');
  item.append(control);
  return item;
};

let focusedBefore: HTMLElement | null = null;

/** Finds the elements of `src/components/Notifications.tsx`. */
const findPlaces = () => {
  const region = document.querySelector('[data-notifications]') as HTMLElement;
  const [focused, urgent, calm] = region.children as unknown as [Element, Element, Element];
  const template = region.querySelector('template')?.content.firstElementChild as HTMLElement;
  const reserveHeight = (): void =>
    document.documentElement.style.setProperty('--notices-height', `${region.offsetHeight}px`);
  new ResizeObserver(reserveHeight).observe(region);
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !region.contains(relatedTarget)) {
      focusedBefore = relatedTarget;
    }
  });
  region.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !region.contains(relatedTarget as Node)) focusedBefore = null;
  });
  return { region, focused, urgent, calm, template, reserveHeight };
};
let places: ReturnType<typeof findPlaces> | undefined;

let lastId = 0;

const createCard = (notice: Notice, template: HTMLElement, dismiss: () => void): HTMLElement => {
  const { kind, text, about, options = [] } = notice;
  const card = template.cloneNode(true) as HTMLElement;
  const [words, list, button] = card.children as unknown as [Element, Element, HTMLElement];
  card.dataset.kind = kind;
  // One text node: Chromium announces each text node of a live region separately.
  words.textContent = `${labels.kinds[kind]}. ${about === undefined ? text : `${about}: ${text}`}`;
  if (options.length > 0) {
    words.id = `notification-${++lastId}`;
    card.setAttribute('aria-labelledby', words.id);
    list.append(...options.map((option) => createOption(option, dismiss)));
  } else {
    list.remove();
  }
  button.addEventListener('click', dismiss);
  card.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dismiss();
  });
  return card;
};

/**
 * Calls a function after some milliseconds. The time while the card has the pointer or the focus does not count.
 * @returns a function that stops the clock
 */
const runClock = (card: HTMLElement, milliseconds: number, onEnd: () => void): (() => void) => {
  let left = milliseconds;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout>;
  const run = (): void => {
    startedAt = Date.now();
    timer = setTimeout(onEnd, left);
  };
  const hold = (): void => {
    clearTimeout(timer);
    left -= Date.now() - startedAt;
  };
  const readers = new Set<string>();
  const attend = (reader: string, isThere: boolean): void => {
    const wasRead = readers.size > 0;
    if (isThere) readers.add(reader);
    else readers.delete(reader);
    if (wasRead === readers.size > 0) return;
    if (wasRead) run();
    else hold();
  };
  // Lifting a finger fires pointerleave, which :hover would not reflect.
  card.addEventListener('pointerenter', () => attend('pointer', true));
  card.addEventListener('pointerleave', () => attend('pointer', false));
  card.addEventListener('focusin', () => attend('focus', true));
  card.addEventListener('focusout', ({ relatedTarget }) => {
    if (!card.contains(relatedTarget as Node | null)) attend('focus', false);
  });
  run();
  // The removal of a focused card fires focusout, after which the clock must not continue.
  return () => attend('removed', true);
};

/** The functions that dismiss the shown notices, by kind, subject and text. */
const shown = new Map<string, () => void>();

/**
 * Shows a notice, which replaces an equal one (behavior 5). Does not use React, because loading React may be
 * the failure.
 * @returns a function that dismisses the notice
 */
export const notify = (notice: Notice): (() => void) => {
  places ??= findPlaces();
  const { region, focused, urgent, calm, template, reserveHeight } = places;
  const { kind, text, about, onTimeout } = notice;
  const { options = [], duration = 5000, takesFocus = false } = notice;
  const key = JSON.stringify([kind, about, text]);
  shown.get(key)?.();

  let stopClock = (): void => {};
  const dismiss = (): void => {
    if (shown.get(key) !== dismiss) return;
    shown.delete(key);
    stopClock();
    const hadFocus = card.contains(document.activeElement);
    card.remove();
    if (hadFocus) focusedBefore?.focus({ preventScroll: true });
    // An empty region must not be a landmark.
    if (shown.size === 0) region.removeAttribute('aria-label');
  };
  shown.set(key, dismiss);
  const card = createCard(notice, template, dismiss);
  if (duration !== null) {
    stopClock = runClock(card, duration, () => {
      dismiss();
      onTimeout?.();
    });
  }
  const isUrgent = kind === 'error' || kind === 'warning';
  (takesFocus ? focused : isUrgent ? urgent : calm).append(card);
  if (takesFocus) card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'start' });

  // A notice must not hide any part of the control that it is about. For visitors who have moved on, the page
  // scrolls only if the notice hides all of the focused control (WCAG 2.4.11).
  reserveHeight();
  const { activeElement, body } = document;
  const control = region.contains(activeElement) ? focusedBefore : activeElement;
  const part = takesFocus || options.length === 0 ? 'some' : 'all';
  if (control && control !== body && isUnder(region, control, part)) {
    control.scrollIntoView({ block: 'nearest' });
  }
  region.setAttribute('aria-label', labels.region);
  return dismiss;
};

/** Shows a notice if work takes longer than `patience`, in milliseconds, until the work ends. */
export const notifyWhile = async <T>(
  work: Promise<T>,
  patience: number,
  words: Pick<Notice, 'text' | 'about'>,
): Promise<T> => {
  let dismiss = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    dismiss = notify({ kind: 'info', ...words, duration: null });
  }, patience);
  return work.finally(() => dismiss());
};
