import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
});
afterEach(() => vi.useRealTimers());

const entry = (message: string) => ({ type: 'api_error', message, context: 'test' }) as const;

test('an entry has the specified fields (behavior 6.4)', async () => {
  const { errorLog, logError } = await import('./log.ts');
  logError(entry('one'));
  logError({
    ...entry('two'),
    type: 'javascript_error',
    stack: 'at x',
    filename: 'a.js',
    line: 1,
    column: 2,
  });
  expect(errorLog()).toEqual([
    {
      type: 'api_error',
      message: 'one',
      context: 'test',
      status: null,
      stack: null,
      timestamp: '2026-01-02T03:04:05.000Z',
    },
    {
      type: 'javascript_error',
      message: 'two',
      context: 'test',
      status: null,
      stack: 'at x',
      timestamp: '2026-01-02T03:04:05.000Z',
      filename: 'a.js',
      line: 1,
      column: 2,
    },
  ]);
});

test('the log holds 50 entries; the oldest are dropped (behavior 6.4, 8.1)', async () => {
  const { errorLog, logError } = await import('./log.ts');
  for (let index = 1; index <= 53; index++) logError(entry(String(index)));
  expect(errorLog()).toHaveLength(50);
  expect(errorLog()[0]?.message).toBe('4');
  expect(errorLog()[49]?.message).toBe('53');
});
