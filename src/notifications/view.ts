import { notificationLabels as labels } from '#content/messages.ts';
import type { Notification, NotificationManager, NotificationOption } from './manager.ts';

/** Whether a control is under the notices: a part of it, or all of it. */
const isUnder = (region: Element, control: Element, part: 'some' | 'all'): boolean => {
  const notice = region.getBoundingClientRect();
  const { top, bottom, left, right } = control.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) return false;
  return part === 'some'
    ? right > notice.left && left < notice.right && bottom > notice.top
    : right <= notice.right && left >= notice.left && top >= notice.top;
};

const createControl = (option: NotificationOption): HTMLElement => {
  if (option.href === undefined) {
    return Object.assign(document.createElement('button'), { type: 'button' });
  }
  const link = document.createElement('a');
  link.href = option.href;
  if (option.to) link.setAttribute('aria-label', `${option.label}: ${option.to}`);
  if (option.action) link.dataset.action = option.action;
  return link;
};

const createOption = (option: NotificationOption, dismiss: () => void): HTMLElement => {
  const control = createControl(option);
  control.textContent = option.label;
  control.addEventListener('click', () => {
    // A mail or phone program may be missing, so the other options stay.
    if (option.href === undefined || option.href.startsWith('#')) dismiss();
    if (typeof option.run === 'function') option.run();
  });
  const item = document.createElement('li');
  item.append(control);
  return item;
};

/**
 * Shows a list of notifications in the markup of `src/components/Notifications.tsx`. Without React,
 * whose files might be what failed.
 */
export const showNotifications = (notifications: NotificationManager): void => {
  const region = document.querySelector<HTMLElement>('[data-notifications]');
  const template = region?.querySelector('template')?.content.firstElementChild;
  const [focused, urgent, calm] = region?.children ?? [];
  if (!region || !template || !focused || !urgent || !calm) return;

  const cards = new Map<number, HTMLElement>();
  let focusedBefore: HTMLElement | null = null;

  const reserveHeight = (): void =>
    document.documentElement.style.setProperty('--notices-height', `${region.offsetHeight}px`);
  new ResizeObserver(reserveHeight).observe(region);

  /**
   * Keeps a notice from hiding the control that it is about. A visitor who has gone on meanwhile keeps the
   * place, unless all of what has the focus would be hidden (WCAG 2.4.11).
   */
  const comeClear = ({ takesFocus, options }: Notification): void => {
    reserveHeight();
    const control = region.contains(document.activeElement)
      ? focusedBefore
      : document.activeElement;
    const part = takesFocus || options.length === 0 ? 'some' : 'all';
    if (control && control !== document.body && isUnder(region, control, part)) {
      control.scrollIntoView({ block: 'nearest' });
    }
  };

  const createCard = ({ id, kind, about, text, options }: Notification): HTMLElement => {
    const card = template.cloneNode(true) as HTMLElement;
    const dismiss = (): void => notifications.dismiss(id);
    const words = card.querySelector('p') as HTMLElement;
    // One piece of text: Chromium has each piece of a live region spoken by itself.
    words.textContent = `${labels.kinds[kind]}. ${about === undefined ? text : `${about}: ${text}`}`;
    card.dataset.kind = kind;
    card.querySelector('button')?.addEventListener('click', dismiss);
    const list = card.querySelector('ul') as HTMLElement;
    if (options.length > 0) {
      words.id = `notification-${id}`;
      card.setAttribute('aria-labelledby', words.id);
      list.append(...options.map((option) => createOption(option, dismiss)));
    } else {
      list.remove();
    }

    const attention = { pointer: false, focus: false };
    const attend = (change: Partial<typeof attention>): void => {
      const { pointer, focus } = Object.assign(attention, change);
      if (pointer || focus) notifications.hold(id);
      else notifications.release(id);
    };
    // A finger leaves when it is lifted, which :hover would not notice.
    card.addEventListener('pointerenter', () => attend({ pointer: true }));
    card.addEventListener('pointerleave', () => attend({ pointer: false }));
    card.addEventListener('focusin', () => attend({ focus: true }));
    card.addEventListener('focusout', ({ relatedTarget }) => {
      if (!card.contains(relatedTarget as Node | null)) attend({ focus: false });
    });
    card.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') dismiss();
    });
    return card;
  };

  const regionFor = ({ kind, takesFocus }: Notification): Element => {
    if (takesFocus) return focused;
    return kind === 'error' || kind === 'warning' ? urgent : calm;
  };

  const add = (notification: Notification): void => {
    const card = createCard(notification);
    const list = regionFor(notification);
    cards.set(notification.id, card);
    list.append(card);
    if (list === focused) card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'start' });
    comeClear(notification);
  };

  const remove = (id: number, card: HTMLElement): void => {
    const hadFocus = card.contains(document.activeElement);
    cards.delete(id);
    card.remove();
    if (hadFocus) focusedBefore?.focus({ preventScroll: true });
  };

  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !region.contains(relatedTarget)) {
      focusedBefore = relatedTarget;
    }
  });
  region.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !region.contains(relatedTarget as Node)) focusedBefore = null;
  });

  notifications.subscribe(() => {
    const current = notifications.current();
    for (const [id, card] of cards) {
      if (!current.some((notification) => notification.id === id)) remove(id, card);
    }
    for (const notification of current) if (!cards.has(notification.id)) add(notification);
    // Nobody is led to an empty landmark.
    if (current.length > 0) region.setAttribute('aria-label', labels.region);
    else region.removeAttribute('aria-label');
  });
};
