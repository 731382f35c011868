import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { busyTimes } from './busy.ts';
import { utc } from './calendar-time.ts';
import { day, hour, type Interval, merge, minute } from './interval.ts';

/** The same calendars in each run; with `npm run test:hostile`, more and different ones each time. */
const thorough = (usual: number, hostile: number) => ({
  numRuns: amount(usual, hostile),
  seed: amount(1, Date.now()),
});

/** The timeout in milliseconds, long enough for many runs on a busy machine. */
const patience = 300_000;

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'] as const;

/** Returns the days of a rule, computed by ical.js, as days since 1970. */
const daysOf = (rule: string, start: number): number[] => {
  const days: number[] = [];
  const iterator = ICAL.Recur.fromString(rule).iterator(
    ICAL.Time.fromJSDate(new Date(start * day), true),
  );
  for (let next = iterator.next(); next; next = iterator.next()) {
    const date = next.toUnixTime() / (day / 1000);
    if (date >= start + 1400) break;
    if (date >= start) days.push(date);
  }
  return days;
};

const rules =
  `DAILY WEEKLY WEEKLY;BYDAY=SU WEEKLY;BYDAY=MO,TH,SA MONTHLY MONTHLY;BYDAY=-1FR MONTHLY;BYDAY=2TU,-1MO
  MONTHLY;BYMONTHDAY=-1 YEARLY YEARLY;BYMONTH=3,10;BYDAY=-1SU`.split(/\s+/);
const index = fc.integer({ min: 0, max: 60 });
const series = fc.record({
  rule: fc.constantFrom(...rules),
  interval: fc.integer({ min: 1, max: 3 }),
  start: fc.integer({ min: 20_300, max: 20_780 }),
  zone: fc.constantFrom(...zones),
  at: fc.integer({ min: 5, max: 20 }),
  count: fc.option(fc.integer({ min: 1, max: 200 })),
  until: fc.option(index),
  without: fc.uniqueArray(index, { maxLength: 4 }),
  isHalved: fc.boolean(),
});

const asked = { start: Date.UTC(2026, 10, 1), end: Date.UTC(2027, 10, 1) };

test(
  'a repeated event takes the times that ical.js and Luxon compute',
  () => {
    fc.assert(
      fc.property(
        series,
        ({ rule, interval, start, zone, at, count, until, without, isHalved }) => {
          const ruleOf = (factor: number) => `FREQ=${rule};INTERVAL=${interval * factor}`;
          const timeOf = (date: number) =>
            DateTime.fromMillis(date * day + at * hour, { zone: 'UTC' }).setZone(zone, {
              keepLocalTime: true,
            });
          const instantOf = (date: number) => timeOf(date).toMillis();

          const counted = daysOf(ruleOf(1), start).slice(0, count ?? undefined);
          const last = count === null && until !== null ? counted[until] : undefined;
          const all = [...new Set([start, ...counted.filter((date) => date <= (last ?? date))])];
          const limit =
            count === null ? last && `;UNTIL=${utc(instantOf(last))}` : `;COUNT=${count}`;
          const excluded = without.flatMap((each) => all[each] ?? []);
          const lines = [
            'BEGIN:VCALENDAR',
            'BEGIN:VEVENT',
            `DTSTART;TZID=${zone}:${timeOf(start).toFormat("yyyyMMdd'T'HHmmss")}`,
            'DURATION:PT45M',
            `RRULE:${ruleOf(1)}${limit ?? ''}`,
            ...(isHalved ? [`EXRULE:${ruleOf(2)}`] : []),
            ...excluded.map((each) => `EXDATE:${utc(instantOf(each))}`),
            'END:VEVENT',
            'END:VCALENDAR',
          ];
          const text = lines.join('\r\n');
          const halved = isHalved ? daysOf(ruleOf(2), start) : [];
          const kept = all
            .filter((date) => ![...halved, ...excluded].includes(date))
            .map(instantOf);
          const times = kept.map((from) => ({
            start: Math.max(from, asked.start),
            end: Math.min(from + 45 * minute, asked.end),
          }));
          const { busy, remarks } = busyTimes(text, { ...asked, timeZone: 'UTC' });
          expect(remarks, text).toEqual([]);
          expect(busy, text).toEqual(merge(times));
        },
      ),
      thorough(150, 3000),
    );
  },
  patience,
);

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
  return isName || isOther || isSplit ? text : text.slice(0, at) + sign + text.slice(at + length);
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

test(
  'no mistake in a calendar frees a time without a remark',
  () => {
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
      thorough(1000, 10_000),
    );
  },
  patience,
);

test('25 MB are read in two seconds of work and 150 MB of memory', () => {
  // The flags of `npm run serve`.
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=40'];
  const program = [...flags, 'booking/fixtures/read-large-feed.ts'];
  const { stdout } = spawnSync(process.execPath, program);
  const [size = 0, busy, remarks, seconds, megabytes] = String(stdout).split(' ').map(Number);
  expect(size).toBeGreaterThan(25_000_000);
  expect([busy, remarks]).toEqual([9, 0]);
  expect(seconds).toBeLessThan(2);
  expect(megabytes).toBeLessThan(150);
});
