import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { bookingUrlWith } from '#src/links.ts';
import { copyText, openProgram } from './contact-channels.ts';
import { download } from './download.ts';
import { schedule } from './schedule.ts';
import { readBookingPrefill } from './stored-draft.ts';
import { isForThisTab, openInNewTab } from './windows.ts';

/** Opens another site in a new tab (behavior 4.4). */
const openExternalLink = (url: string): void => {
  const outcome = openInNewTab(url, notificationMessages.linkPopupBlocked);
  void track({ name: 'link_click', url, outcome });
};

const actions: Record<string, (link: HTMLElement & { href?: string; download?: string }) => void> =
  {
    schedule: ({ href = '', dataset }) => {
      const { source = '', service, prefill, fallback } = dataset;
      const url = prefill === 'draft' ? bookingUrlWith(href, readBookingPrefill(), href) : href;
      void schedule({ url, source, service, fallback });
    },
    download: ({ href: path = '', download: filename = '', dataset }) => {
      const { resource: id = '', title = '' } = dataset;
      void download({ id, title, path, filename });
    },
    external: ({ href = '' }) => openExternalLink(href),
    email: ({ href = '' }) => void openProgram(href),
    call: ({ href = '' }) => void openProgram(href),
    'copy-email': () => void copyText(identity.email, notificationMessages.emailCopied),
  };

/** Handles clicks on elements with `data-action`. Without scripts, they are ordinary links. */
export const delegateClicks = (): void => {
  document.addEventListener('click', (event) => {
    if (!isForThisTab(event)) return;
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
    const action = actions[element?.dataset.action ?? ''];
    if (!element || !action) return;
    event.preventDefault();
    action(element);
  });
};

/**
 * Ignores the second click of a double click if the first one has moved something else under the pointer: a double
 * click on the form's button must not choose one of the options after a failure.
 */
export const ignoreStrayClicks = (): void => {
  let pressed: EventTarget | null = null;
  let isStray = false;
  const look = (event: MouseEvent): void => {
    if (event.type === 'mousedown') {
      isStray = event.detail > 1 && event.target !== pressed;
      pressed = event.target;
    }
    // Keys and scripts click with the detail 0.
    if (!isStray || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('mousedown', look, { capture: true });
  window.addEventListener('click', look, { capture: true });
};
