import { notificationMessages } from '#content/messages.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { track } from '#src/analytics/track.ts';
import { reportFailure } from '#src/errors/report.ts';
import { notifications } from '#src/notifications/manager.ts';

export const copiedDuration = 2000;

/** Copies text and says so; if the browser refuses, shows the text to be copied by hand. */
export const copyText = async (text: string, success: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notifications.show({ kind: 'success', text: success, duration: copiedDuration });
  } catch {
    notifications.show({
      kind: 'info',
      text: notificationMessages.copyRefused.replace('{text}', () => text),
      duration: null,
    });
  }
};

const openProgram = (url: string): unknown => {
  try {
    // '_self' opens no tab. A missing program usually goes unnoticed; only a throw can be seen
    // (behavior 10.14).
    window.open(url, '_self');
    return null;
  } catch (cause) {
    return cause ?? new Error('refused');
  }
};

/** Opens the visitor's mail program (behavior 4.5). */
export const email = async (mailto: string): Promise<void> => {
  const cause = openProgram(mailto);
  void track({ name: 'contact_click', method: 'email', outcome: cause ? 'failed' : 'opened' });
  if (!cause) return;
  reportFailure('email', { kind: 'unexpected', cause });
  notifications.show({ kind: 'warning', text: notificationMessages.emailUnavailable });
  const address = decodeURIComponent(new URL(mailto).pathname);
  await copyText(address, notificationMessages.emailCopied);
};

/** Starts a call (behavior 4.5). */
export const call = async (tel: string): Promise<void> => {
  const cause = openProgram(tel);
  void track({ name: 'contact_click', method: 'phone', outcome: cause ? 'failed' : 'opened' });
  if (!cause) return;
  reportFailure('call', { kind: 'unexpected', cause });
  const number = formatPhone(new URL(tel).pathname);
  notifications.show({
    kind: 'warning',
    text: notificationMessages.callUnavailable.replace('{number}', () => number),
  });
  await copyText(number, notificationMessages.phoneCopied);
};
