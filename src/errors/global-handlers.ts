import { failureMessages, notificationMessages } from '#content/messages.ts';
import { onTrackingFailure } from '#src/analytics/track.ts';
import type { NotificationManager } from '#src/notifications/manager.ts';
import { messageOf } from './failure.ts';
import { logError } from './log.ts';
import { reportError } from './report.ts';

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
export const installGlobalHandlers = (
  target: Pick<Window, 'addEventListener'>,
  notifications: NotificationManager,
): void => {
  onTrackingFailure((cause) =>
    logError({ type: 'analytics_error', message: messageOf(cause), context: 'analytics' }),
  );

  target.addEventListener('error', (event) => {
    // An event of another kind, as for a picture that did not load, has no message and no place.
    const { filename = '', lineno, colno, error } = event;
    const message = typeof event.message === 'string' ? event.message : '';
    const place = { filename, line: lineno, column: colno };
    reportError({ type: 'javascript_error', message, context: 'global', ...place }, error);
    if (!isMinorError(message, filename)) {
      notifications.show({ kind: 'error', text: failureMessages.script });
    }
  });

  target.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    const { reason } = event;
    const message = messageOf(reason);
    reportError({ type: 'promise_rejection', message, context: 'global' }, reason);
  });

  let offlineNotification: number | null = null;
  target.addEventListener('offline', () => {
    if (offlineNotification !== null) notifications.dismiss(offlineNotification);
    offlineNotification = notifications.show({
      kind: 'warning',
      text: notificationMessages.offline,
      duration: null,
    });
    reportError({ type: 'network_error', message: 'offline', context: 'global' });
  });
  target.addEventListener('online', () => {
    if (offlineNotification !== null) notifications.dismiss(offlineNotification);
    offlineNotification = null;
    notifications.show({
      kind: 'success',
      text: notificationMessages.online,
      duration: reconnectedDuration,
    });
  });
};
