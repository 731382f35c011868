import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { fullName } from '#enquiry/enquiry.ts';
import { readDraft } from '#src/actions/draft.ts';
import { bookingUrlWith } from '#src/links.ts';
import { copyText, openProgram } from './contact-channels.ts';
import { download } from './download.ts';
import { openExternalLink } from './external-link.ts';
import { schedule } from './schedule.ts';
import { isForThisTab } from './windows.ts';

const actions: Record<string, (link: HTMLElement & { href?: string }) => void> = {
  schedule: ({ href = '', dataset }) => {
    const { source = '', service, prefill, fallback } = dataset;
    const draft = prefill === 'draft' ? readDraft()?.enquiry : undefined;
    const url = draft ? bookingUrlWith(href, { ...draft, name: fullName(draft) }, href) : href;
    void schedule({
      url,
      source,
      service,
      onFailure: fallback
        ? () => {
            location.hash = fallback;
          }
        : undefined,
    });
  },
  download: ({ dataset }) => void download(dataset.resource ?? ''),
  external: ({ href = '' }) => openExternalLink(href),
  email: ({ href = '' }) => void openProgram('email', href),
  call: ({ href = '' }) => void openProgram('phone', href),
  'copy-email': () => void copyText(identity.email, notificationMessages.emailCopied),
};

/** Answers clicks on elements with `data-action`, which are ordinary links without it. */
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
