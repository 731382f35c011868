import { expect, test } from 'vitest';
import { parseTime } from './period.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['2w', '2026-11-07T12:00:00.000Z'],
  ['3m', '2026-08-21T12:00:00.000Z'],
  ['2y', '2024-11-21T12:00:00.000Z'],
])('%s', (text, time) => {
  expect(parseTime('--since', text, now).toISOString()).toBe(time);
});

test.each(['', '2', 'y', '2 years', '-1d', '2026-02-30', '2026-13-01', '31.1.2026', '99999d'])(
  '%j is refused',
  (text) => {
    expect(() => parseTime('--since', text, now)).toThrow(
      `--since must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "${text}"`,
    );
  },
);
