import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { busyTimes } from './busy.ts';
import type { Interval } from './interval.ts';

const asked = { start: Date.UTC(2026, 10, 1), end: Date.UTC(2027, 10, 1) };

const folder = 'booking/fixtures/calendars/';
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.ics'))
  .map((file) => readFileSync(folder + file, 'utf8'));

const signs = [...'#";: \t,=\\qé\uFFFD\n\r', '\r\n', '\r\n '];

/** Corrupts a text, except its names, digits, signs and Z: a change there could be valid, with another meaning. */
const change = (text: string, at: number, length: number, sign: string): string => {
  const isName = !/[:=].*$/.test(text.slice(0, at).split('\r\n').at(-1) ?? '');
  const isOther = /[\dZ+-]/.test(text.slice(at, at + length));
  const isSplit = sign === ',' && /^\d\d$/.test(text.slice(at - 1, at + 1));
  // `TZID=;Zurich` and `TZID=Z;urich` are no zone and UTC.
  const isZone = sign === ';' && /[=Z]/.test(text.charAt(at - 1));
  return isName || isOther || isSplit || isZone
    ? text
    : text.slice(0, at) + sign + text.slice(at + length);
};

const lineAt = (text: string, at: number, kind = /^/): string => {
  const line = text.match(/.+\r\n/g)?.find((each) => text.indexOf(each) + each.length > at) ?? '';
  return kind.test(line) ? line : '';
};

/** Mistakes that programs and transfers make. */
const mistakes: readonly ((text: string, at: number, sign: string) => string)[] = [
  (text, at, sign) => change(text, at, 0, sign),
  (text, at, sign) => change(text, at, 1, sign),
  (text, at) => change(text, at, 1, ''),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(0, at) + text.slice(at, at + 30).toLowerCase() + text.slice(at + 30),
  (text, at) => text.replace(lineAt(text, at, /^(?:BEGIN|END):/), ''),
  (text, at) => text.replace(lineAt(text, at), '$&$&'),
];

test('no mistake in a calendar frees a time without a remark', () => {
  const options = { ...asked, timeZone: 'Europe/Berlin' };
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.nat(10_000),
      fc.nat(mistakes.length - 1),
      fc.constantFrom(...signs),
      (text, place, kind, sign) => {
        const right = busyTimes(text, options);
        const wrong = busyTimes(mistakes[kind]?.(text, place % text.length, sign) ?? '', options);
        if (wrong.remarks.length > 0) return;
        const isBlocked = (time: Interval) =>
          wrong.busy.some(({ start, end }) => start <= time.start && time.end <= end);
        expect(right.busy.filter((time) => !isBlocked(time))).toEqual([]);
      },
    ),
    // The same mistakes in each run; with `npm run test:hostile`, more and different ones each time.
    { numRuns: amount(1000, 10_000), seed: amount(1, Date.now()) },
  );
}, 300_000); // Milliseconds, enough for many runs on a busy machine.
