import { failureMessages, notificationMessages } from '#content/messages.ts';
import { messageOf } from '#src/log.ts';
import { notify } from '#src/notifications/notify.ts';
import { reportError } from './failure.ts';

/** Messages of no use to a visitor (behavior 6.2). */
const minorErrors = [
  'Script error',
  'Non-Error promise rejection captured',
  'ResizeObserver loop limit exceeded',
  // The wording of today's browsers.
  'ResizeObserver loop completed with undelivered notifications',
];

/** Browsers name their extensions so; Safari hides the names of some. */
const extensionFile = /^[\w-]+-extension:|^webkit-masked-url:/;

const isMinorError = (message: string, filename: string): boolean =>
  message === '' ||
  extensionFile.test(filename) ||
  minorErrors.some((minor) => message.includes(minor));

const reconnectedDuration = 3000;

/** Answers what nobody else caught (behavior 6.2). */
export const installGlobalHandlers = (): void => {
  window.addEventListener('error', (event) => {
    // An event of another kind, as for a picture that did not load, has no message and no place.
    const { filename = '', lineno, colno, error } = event;
    const message = typeof event.message === 'string' ? event.message : '';
    const place = { filename, line: lineno, column: colno };
    reportError({ type: 'javascript_error', message, context: 'global', ...place }, error);
    if (!isMinorError(message, filename)) notify({ kind: 'error', text: failureMessages.script });
  });

  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    const { reason } = event;
    const message = messageOf(reason);
    reportError({ type: 'promise_rejection', message, context: 'global' }, reason);
  });

  let dismissOffline = (): void => {};
  window.addEventListener('offline', () => {
    dismissOffline = notify({
      kind: 'warning',
      text: notificationMessages.offline,
      duration: null,
    });
    reportError({ type: 'network_error', message: 'offline', context: 'global' });
  });
  window.addEventListener('online', () => {
    dismissOffline();
    notify({ kind: 'success', text: notificationMessages.online, duration: reconnectedDuration });
  });
};
