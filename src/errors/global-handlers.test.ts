import { beforeEach, expect, test, vi } from 'vitest';
import { errorLog, logError } from '#src/log.ts';
import { installGlobalHandlers } from './global-handlers.ts';

const notify = vi.hoisted(() => vi.fn());
vi.mock('#src/notifications/notify.ts', () => ({ notify }));

let target: EventTarget;
beforeEach(() => {
  target = new EventTarget();
  vi.stubGlobal('window', target);
  notify.mockClear();
  installGlobalHandlers();
  return () => vi.unstubAllGlobals();
});

const emit = (type: string, properties: object = {}): Event => {
  const event = Object.assign(new Event(type, { cancelable: true }), properties);
  target.dispatchEvent(event);
  return event;
};

const refusing = {
  toString: () => {
    throw new Error('refused');
  },
};
const unreadable = Object.defineProperty(new Error('unreadable'), 'stack', {
  get: refusing.toString,
});

test('a script error is shown, and logged with its place and its readable parts (behavior 6.2, 6.4)', () => {
  const place = { filename: 'https://example.com/a.js', lineno: 3, colno: 7 };
  emit('error', { message: 'x is undefined', ...place, error: new Error('x is undefined') });
  expect(notify).toHaveBeenCalledOnce();
  const [type, context, status] = ['javascript_error', 'global', null];
  expect(errorLog().at(-1)).toEqual({
    ...{ type, message: 'x is undefined', context, status },
    ...{ filename: place.filename, line: 3, column: 7 },
    stack: expect.stringContaining('global-handlers.test'),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  emit('error', { message: 'unreadable', error: unreadable });
  expect(notify).toHaveBeenCalledTimes(2);
  expect(errorLog().at(-1)).toMatchObject({ message: 'unreadable', stack: null });
});

test.each([
  { message: 'Uncaught Script error.' },
  { message: 'Non-Error promise rejection captured with value: 7' },
  { message: 'ResizeObserver loop limit exceeded' },
  { message: 'ResizeObserver loop completed with undelivered notifications.' },
  {},
  { message: '', error: null },
  { message: Object.create(null) },
  { message: 'x', filename: 'chrome-extension://abc/content.js' },
  { message: 'x', filename: 'moz-extension://abc/content.js' },
  { message: 'x', filename: 'blob:chrome-extension://abc/7' },
  { message: 'x', filename: 'safari-web-extension://abc/content.js' },
  { message: 'x', filename: 'webkit-masked-url://hidden/' },
])('a minor or foreign error is only logged: %j (behavior 6.2)', (properties) => {
  const before = errorLog().at(-1);
  emit('error', properties);
  expect(notify).not.toHaveBeenCalled();
  expect(errorLog().at(-2)).toBe(before);
  expect(errorLog().at(-1)?.message).toEqual(expect.any(String));
});

test.each([
  [new Error('no answer'), 'no answer'],
  ['just text', 'just text'],
  [undefined, 'undefined'],
  [Symbol('sign'), 'Symbol(sign)'],
  [Object.create(null), 'unknown'],
  [refusing, 'unknown'],
  [unreadable, 'unreadable'],
])('an unhandled rejection is only logged: %o (behavior 6.2)', (reason, message) => {
  const event = emit('unhandledrejection', { reason });
  expect(event.defaultPrevented).toBe(true);
  expect(notify).not.toHaveBeenCalled();
  expect(errorLog().at(-1)).toMatchObject({ type: 'promise_rejection', message });
});

test('a page that comes back from the back/forward cache shows whether the connection is lost (behavior 6.2)', () => {
  const dismiss = vi.fn();
  notify.mockReturnValue(dismiss);
  const expectOffline = (isOffline: boolean): void => {
    expect(notify).toHaveBeenCalledTimes(isOffline ? 1 : 0);
    expect(dismiss).toHaveBeenCalledTimes(isOffline ? 0 : 1);
    vi.clearAllMocks();
  };
  emit('offline');
  expectOffline(true);
  emit('pageshow', { persisted: false });
  expect([notify, dismiss].map(({ mock }) => mock.calls)).toEqual([[], []]);
  for (const onLine of [true, false, true]) {
    vi.stubGlobal('navigator', { onLine });
    emit('pageshow', { persisted: true });
    expectOffline(!onLine);
  }
});

test('the log holds 50 entries; the oldest are dropped (behavior 6.4, 8.1)', () => {
  for (let index = 1; index <= 53; index++) {
    logError({ type: 'api_error', message: String(index), context: 'test' });
  }
  expect(errorLog().map(({ message }) => message)).toEqual(
    Array.from({ length: 50 }, (_, index) => String(index + 4)),
  );
});
