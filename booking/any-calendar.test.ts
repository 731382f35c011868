import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { busyTimes } from './busy.ts';
import { day, hour, type Interval, merge, minute } from './interval.ts';

/** The same calendars in each run; with `npm run test:hostile`, more and different ones each time. */
const thorough = (usual: number, hostile: number) => ({
  numRuns: amount(usual, hostile),
  seed: amount(1, Date.now()),
});

/** The timeout in milliseconds, for many runs on a busy machine. */
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
  at: fc.integer({ min: 5, max: 20 }),
  kind: fc.constantFrom('zoned', 'utc', 'floating', 'date'),
  count: fc.option(fc.integer({ min: 1, max: 200 })),
  until: fc.option(index),
  without: fc.uniqueArray(index, { maxLength: 4 }),
  isHalved: fc.boolean(),
  moved: fc.option(
    fc.record({
      index,
      days: fc.integer({ min: -3, max: 3 }),
      hours: fc.nat(3),
      andFuture: fc.boolean(),
    }),
  ),
});

/** The ways to write a series: its clocks, its forms, and its mistakes. */
const manners = fc.record({
  owner: fc.constantFrom(...zones),
  zone: fc.constantFrom(...zones),
  other: fc.constantFrom(...zones),
  forms: fc.infiniteStream(fc.nat(11)),
  carelessness: fc.nat(3),
});
const careless: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.replaceAll(',', ', ').replace(':', ' : '),
  (line) => line.toLowerCase(),
  (line) => line.replace(/(BYDAY=)([^;]+)/, '$1"$2";').replace(/(T\d{4})00/g, '$1'),
];

const digitsOf = (instant: number, zone: string): string =>
  DateTime.fromMillis(instant, { zone }).toFormat("yyyyMMdd'T'HHmmss");
const inZone = (instant: number, zone: string): string =>
  zone === 'UTC' ? `:${digitsOf(instant, zone)}Z` : `;TZID=${zone}:${digitsOf(instant, zone)}`;
const asked = { start: Date.UTC(2026, 10, 1), end: Date.UTC(2027, 10, 1) };

test(
  'a repeated event takes the times that ical.js computes, in whatever form it is written',
  () => {
    fc.assert(
      fc.property(series, manners, (meant, { owner, zone, other, forms, carelessness }) => {
        const { rule, start, kind, count, isHalved } = meant;
        const isDate = kind === 'date';
        const clock = { zoned: zone, utc: 'UTC', floating: other, date: owner }[kind];
        const instantOf = (date: number, shift = 0): number =>
          DateTime.fromMillis(date * day + (isDate ? 0 : meant.at * hour) + shift, { zone: 'UTC' })
            .setZone(clock, { keepLocalTime: true })
            .toMillis();

        const ruleOf = (factor: number): string =>
          `FREQ=${rule};INTERVAL=${meant.interval * factor}`;
        const counted = daysOf(ruleOf(1), start).slice(0, count ?? undefined);
        const last = count === null && meant.until !== null ? counted[meant.until] : undefined;
        const all = [...new Set([start, ...counted.filter((date) => date <= (last ?? date))])];
        const halved = isHalved ? daysOf(ruleOf(2), start) : [];
        const without = meant.without.flatMap((each) => all[each] ?? []);
        const movedDate = isDate || !meant.moved ? undefined : all[meant.moved.index];
        const { andFuture = false, days = 0, hours = 0 } = meant.moved ?? {};
        const shift = days * day + hours * hour;

        /** Returns the ways to write one time of the series; DTSTART uses the first. */
        const formsOf = (date: number): string[] => {
          const instant = instantOf(date);
          const [utc, digits] = [inZone(instant, 'UTC'), digitsOf(instant, clock)];
          const midnight = `${digits.slice(0, 8)}T000000`;
          return {
            zoned: [inZone(instant, zone), utc, inZone(instant, other), `:${digits}`],
            utc: [utc, inZone(instant, other)],
            floating: [`:${digits}`, `:${digits}Z`],
            date: [
              `;VALUE=DATE:${digits.slice(0, 8)}`,
              `;TZID=${zone}:${midnight}`,
              `:${midnight}Z`,
              utc,
            ],
          }[kind];
        };
        const write = (date: number): string => {
          const written = formsOf(date);
          return written[forms.next().value % written.length] ?? '';
        };
        const untilOf = (date: number): string =>
          (isDate || kind === 'floating' ? write(date) : inZone(instantOf(date), 'UTC')).replace(
            /^.*:/,
            '',
          );
        const limit = count === null ? last && `;UNTIL=${untilOf(last)}` : `;COUNT=${count}`;
        const moved =
          movedDate === undefined
            ? []
            : [
                'BEGIN:VEVENT',
                'UID:a',
                `RECURRENCE-ID${andFuture ? ';RANGE=THISANDFUTURE' : ''}${write(movedDate)}`,
                `DTSTART${inZone(instantOf(movedDate, shift), 'UTC')}`,
                'DURATION:PT30M',
                'END:VEVENT',
              ];
        const lines = [
          'BEGIN:VCALENDAR',
          ...(kind === 'floating' ? [`X-WR-TIMEZONE:${other}`] : []),
          'BEGIN:VEVENT',
          'UID:a',
          `DTSTART${formsOf(start)[0]}`,
          isDate ? 'DURATION:P1D' : 'DURATION:PT45M',
          `RRULE:${ruleOf(1)}${limit ?? ''}`,
          ...(isHalved ? [`EXRULE:${ruleOf(2)}`] : []),
          ...without.map((each) => `EXDATE${write(each)}`),
          'END:VEVENT',
          ...moved,
          'END:VCALENDAR',
        ];
        const text = lines.map(careless[carelessness] ?? String).join('\r\n');

        const kept = all.filter((each) => ![...halved, ...without].includes(each));
        if (movedDate !== undefined && !kept.includes(movedDate)) kept.push(movedDate);
        const times = kept.map((each) => {
          const isMoved = each === movedDate || (andFuture && each > (movedDate ?? each));
          const from = instantOf(each, isMoved ? shift : 0);
          const end = isDate ? instantOf(each + 1) : from + (isMoved ? 30 : 45) * minute;
          return { start: Math.max(from, asked.start), end: Math.min(end, asked.end) };
        });
        const { busy, remarks } = busyTimes(text, { ...asked, timeZone: owner });
        expect(remarks, text).toEqual([]);
        expect(busy, text).toEqual(merge(times));
      }),
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

/** Changes a text, except names, digits, signs and Z, where the result could be valid and mean something else. */
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

/** Mistakes of programs and of transfers. */
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
