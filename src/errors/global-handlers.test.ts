import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failureMessages, notificationMessages } from '#content/messages.ts';
import { createNotificationManager } from '#src/notifications/manager.ts';
import { installGlobalHandlers } from './global-handlers.ts';
import { errorLog } from './log.ts';

let target: EventTarget;
let notifications: ReturnType<typeof createNotificationManager>;
beforeEach(() => {
  target = new EventTarget();
  notifications = createNotificationManager();
  notifications.subscribe(() => {});
  installGlobalHandlers(target as Window, notifications);
});

const emit = (type: string, properties: object = {}): Event => {
  const event = Object.assign(new Event(type, { cancelable: true }), properties);
  target.dispatchEvent(event);
  return event;
};
const shown = () => notifications.current().map(({ kind, text }) => ({ kind, text }));

describe('script errors', () => {
  test('are shown to the visitor and logged with their place (behavior 6.2, 6.4)', () => {
    emit('error', {
      message: 'x is undefined',
      filename: 'https://example.com/a.js',
      lineno: 3,
      colno: 7,
      error: new Error('x is undefined'),
    });
    expect(shown()).toEqual([
      {
        kind: 'error',
        text: failureMessages.script,
      },
    ]);
    expect(errorLog().at(-1)).toMatchObject({
      type: 'javascript_error',
      message: 'x is undefined',
      filename: 'https://example.com/a.js',
      line: 3,
      column: 7,
      stack: expect.stringContaining('global-handlers.test'),
    });
  });

  test.each([
    'Script error.',
    'Uncaught Script error',
    'Non-Error promise rejection captured with value: 7',
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
  ])('that are minor are only logged: %s (behavior 6.2)', (message) => {
    emit('error', { message });
    expect(shown()).toEqual([]);
    expect(errorLog().at(-1)?.message).toBe(message);
  });
});

const refusing = {
  toString: () => {
    throw new Error('refused');
  },
};
const unreadable = Object.defineProperty(new Error('unreadable'), 'stack', {
  get: refusing.toString,
});

describe('events without a sign of a script of ours', () => {
  test.each([
    ['no message', {}],
    ['an empty message', { message: '', error: null }],
    ['a message that is no text', { message: Object.create(null) }],
    ['an extension of Chrome', { message: 'x', filename: 'chrome-extension://abc/content.js' }],
    ['an extension of Firefox', { message: 'x', filename: 'moz-extension://abc/content.js' }],
    ['an extension of Safari', { message: 'x', filename: 'safari-web-extension://abc/content.js' }],
    ['a script that Safari hides', { message: 'x', filename: 'webkit-masked-url://hidden/' }],
  ])('are only logged: %s (behavior 6.2)', (_, properties) => {
    const before = errorLog().at(-1);
    emit('error', properties);
    expect(shown()).toEqual([]);
    expect(errorLog().at(-2)).toBe(before);
    expect(errorLog().at(-1)?.message).toEqual(expect.any(String));
  });

  test('an error whose stack cannot be read is shown as well', () => {
    emit('error', { message: 'unreadable', error: unreadable });
    expect(shown()).toHaveLength(1);
    expect(errorLog().at(-1)).toMatchObject({ message: 'unreadable', stack: null });
  });
});

test.each([
  [new Error('no answer'), 'no answer'],
  ['just text', 'just text'],
  [undefined, 'undefined'],
  [Symbol('sign'), 'Symbol(sign)'],
  [Object.create(null), 'unknown'],
  [refusing, 'unknown'],
  [unreadable, 'unreadable'],
])('a rejection nobody handled is logged silently: %o (behavior 6.2)', (reason, message) => {
  const event = emit('unhandledrejection', { reason });
  expect(event.defaultPrevented).toBe(true);
  expect(shown()).toEqual([]);
  expect(errorLog().at(-1)).toMatchObject({ type: 'promise_rejection', message });
});

test('a lost connection is shown until it is back, and its return for 3 s (behavior 6.2, 8.1)', () => {
  vi.useFakeTimers();
  emit('offline');
  vi.advanceTimersByTime(3_600_000);
  expect(shown()).toEqual([
    {
      kind: 'warning',
      text: notificationMessages.offline,
    },
  ]);
  emit('offline');
  expect(shown()).toHaveLength(1);
  emit('online');
  const restored = {
    kind: 'success',
    text: notificationMessages.online,
  };
  expect(shown()).toEqual([restored]);
  vi.advanceTimersByTime(2999);
  expect(shown()).toEqual([restored]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});
