import { bookingWidgetLabels } from '#content/messages.ts';

/** Calendly's cross, which is a plain element. */
const makeButton = (cross: Element | null): void => {
  if (!(cross instanceof HTMLElement)) return;
  cross.setAttribute('role', 'button');
  cross.setAttribute('aria-label', bookingWidgetLabels.close);
  cross.tabIndex = 0;
  cross.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    cross.click();
  });
};

/**
 * Opens a widget's overlay and makes a modal dialog of it: it takes the focus, keeps it, and gives
 * focus and scrolling back when it goes. Escape within a frame of the provider is the provider's.
 * @param show lays the overlay over the page, as the last child of the body
 */
export const openOverlay = (show: () => void, close: () => void): void => {
  const { activeElement: opener, body } = document;
  const { overflow } = body.style;
  const last = body.lastElementChild;
  show();
  const overlay = body.lastElementChild;
  if (overlay === last || !(overlay instanceof HTMLElement)) return;

  overlay.setAttribute('role', 'dialog');
  overlay.setAttribute('aria-modal', 'true');
  overlay.setAttribute('aria-label', bookingWidgetLabels.dialog);
  overlay.tabIndex = -1;
  makeButton(overlay.querySelector('.calendly-popup-close'));
  overlay.focus();

  const controller = new AbortController();
  const { signal } = controller;
  const closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
  const keepFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Node && !overlay.contains(target)) overlay.focus();
  };
  document.addEventListener('keydown', closeOnEscape, { signal });
  document.addEventListener('focusin', keepFocus, { signal });
  const observer = new MutationObserver(() => {
    if (overlay.isConnected) return;
    observer.disconnect();
    controller.abort();
    // Another overlay may have come in its place.
    if (document.activeElement !== body) return;
    body.style.overflow = overflow;
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
  observer.observe(body, { childList: true });
};
