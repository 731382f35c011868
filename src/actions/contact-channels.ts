import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { formatPhone } from '#model/phone.ts';
import { track } from '#src/analytics/track.ts';
import { reportFailure } from '#src/errors/failure.ts';
import { notify } from '#src/notifications/notify.ts';

const copiedDuration = 2000;

/** Copies text; if the browser refuses, shows it to be copied by hand. */
export const copyText = async (text: string, success: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notify({ kind: 'success', text: success, duration: copiedDuration });
  } catch {
    notify({
      kind: 'info',
      text: notificationMessages.copyRefused.replace('{text}', () => text),
      duration: null,
    });
  }
};

const channels = {
  email: {
    context: 'email',
    readAddress: decodeURIComponent,
    unavailable: notificationMessages.emailUnavailable,
    copied: notificationMessages.emailCopied,
  },
  phone: {
    context: 'call',
    // As it is printed, with its spaces.
    readAddress: () => formatPhone(identity.phone),
    unavailable: notificationMessages.callUnavailable,
    copied: notificationMessages.phoneCopied,
  },
};

/** Opens a `mailto:` or `tel:` address (behavior 4.5). */
export const openProgram = async (method: keyof typeof channels, url: string): Promise<void> => {
  try {
    // '_self' opens no tab. Only a throw shows that there is no program (behavior 10.14).
    window.open(url, '_self');
    void track({ name: 'contact_click', method, outcome: 'opened' });
  } catch (cause) {
    const { context, readAddress, unavailable, copied } = channels[method];
    void track({ name: 'contact_click', method, outcome: 'failed' });
    reportFailure(context, { kind: 'unexpected', cause });
    const address = readAddress(new URL(url).pathname);
    const unbroken = address.replaceAll(' ', '\u00a0');
    notify({ kind: 'warning', text: unavailable.replace('{number}', () => unbroken) });
    await copyText(address, copied);
  }
};
