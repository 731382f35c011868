import { failureMessages, notificationMessages } from '#content/messages.ts';
import { messageOf } from '#src/log.ts';
import { notify } from '#src/notifications/notify.ts';
import { reportError } from './failure.ts';

/** Messages that are of no use to visitors (behavior 6.2). */
const minorErrors = [
  'Script error',
  'Non-Error promise rejection captured',
  'ResizeObserver loop limit exceeded',
  // The wording of current browsers.
  'ResizeObserver loop completed with undelivered notifications',
];

/** Matches the addresses of browser extensions' files; Safari hides some of them. */
const extensionFile = /^(?:blob:)?[\w-]+-extension:|^webkit-masked-url:/;

const isMinorError = (message: string, filename: string): boolean =>
  message === '' ||
  extensionFile.test(filename) ||
  minorErrors.some((minor) => message.includes(minor));

const reconnectedDuration = 3000;

/** Handles errors and rejections that no other code caught, and changes of the connection (behavior 6.2). */
export const installGlobalHandlers = (): void => {
  window.addEventListener('error', (event) => {
    // Other error events, such as that of a picture that did not load, have no message and no position.
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
  const showOffline = (): void => {
    dismissOffline = notify({
      kind: 'warning',
      text: notificationMessages.offline,
      duration: null,
    });
    reportError({ type: 'network_error', message: 'offline', context: 'global' });
  };
  // A page that the back/forward cache held missed the events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) (navigator.onLine ? dismissOffline : showOffline)();
  });
  window.addEventListener('offline', showOffline);
  window.addEventListener('online', () => {
    dismissOffline();
    notify({ kind: 'success', text: notificationMessages.online, duration: reconnectedDuration });
  });
};
