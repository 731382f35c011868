import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { formatPhone } from '#model/phone.ts';
import { track } from '#src/analytics/track.ts';
import { reportFailure } from '#src/errors/failure.ts';
import { notify } from '#src/notifications/notify.ts';

const copiedDuration = 2000;

/** Copies text. If the browser refuses, shows the text, so that visitors can copy it. */
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

/** Opens a `mailto:` or `tel:` address (behavior 4.5). */
export const openProgram = async (url: string): Promise<void> => {
  const isEmail = url.startsWith('mailto:');
  const method = isEmail ? 'email' : 'phone';
  try {
    // '_self' opens no tab. Only an exception shows that there is no program (behavior 10.14).
    window.open(url, '_self');
    void track({ name: 'contact_click', method, outcome: 'opened' });
  } catch (cause) {
    void track({ name: 'contact_click', method, outcome: 'failed' });
    reportFailure(isEmail ? 'email' : 'call', { kind: 'unexpected', cause });
    const { emailUnavailable, emailCopied, callUnavailable, phoneCopied } = notificationMessages;
    // Copies the number as shown, with its spaces.
    const number = formatPhone(identity.phone);
    const unbroken = number.replaceAll(' ', '\u00a0');
    const unavailable = callUnavailable.replace('{number}', () => unbroken);
    notify({ kind: 'warning', text: isEmail ? emailUnavailable : unavailable });
    if (isEmail) await copyText(decodeURIComponent(new URL(url).pathname), emailCopied);
    else await copyText(number, phoneCopied);
  }
};
