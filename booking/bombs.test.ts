import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { busyTimes } from './busy.ts';
import { readCalendars } from './content-lines.ts';
import { at, calendar, event, range, read, timeZone, zone } from './fixtures/calendar.ts';
import { merge } from './interval.ts';

/** Milliseconds of work; a tenth of it is usual. Without limits, it is twelve seconds or has no end. */
const soon = 6000;
const spent = () => process.cpuUsage().user / 1000;
const everything = ['11-20 00:00–12-20 00:00'];
const numbers = (until: number) => Array.from({ length: until }, (_, index) => index).join();

test.each<[string, string, string[]]>([
  ['every second without end', 'FREQ=SECONDLY', everything],
  ['every second until a day', 'FREQ=SECONDLY;UNTIL=20261124T000000', ['11-20 00:00–11-24 09:00']],
  ['every second, a billion times', 'FREQ=SECONDLY;COUNT=1000000000', everything],
  ['every minute', 'FREQ=MINUTELY', everything],
  [
    'at every second of every day',
    `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
    everything,
  ],
  [
    'at the last of all seconds of a year',
    `FREQ=YEARLY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)};BYSETPOS=-1`,
    everything,
  ],
])('an event %s ends soon, with a remark', (_, rule, expected) => {
  const lines = event('DTSTART:20260101T090000', 'DURATION:PT1H', `RRULE:${rule}`);
  const startedAt = spent();
  const { busy, remarks } = read(calendar(...lines));
  expect(spent() - startedAt).toBeLessThan(soon);
  expect(busy).toEqual(expected);
  expect(remarks).toHaveLength(1);
});

test.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=200',
  'FREQ=YEARLY;INTERVAL=99999',
  'FREQ=MONTHLY;BYSETPOS=99;BYDAY=MO',
])('an event on days that there are not (%s) ends soon', (rule) => {
  const lines = event('DTSTART:20260101T090000', 'DURATION:PT1H', `RRULE:${rule}`);
  const startedAt = spent();
  read(calendar(...lines));
  expect(spent() - startedAt).toBeLessThan(soon);
});

const repeated = (count: number, times: number) =>
  calendar(
    ...Array.from({ length: count }, (_, index) =>
      event(
        `UID:${index}`,
        'DTSTART:20100101T090000',
        `RRULE:FREQ=DAILY;COUNT=${times};BYMONTHDAY=1`,
      ),
    ).flat(),
  );

test('many bombs take little longer than one', () => {
  const startedAt = spent();
  busyTimes(repeated(amount(300, 10_000), 9000), { ...range, timeZone });
  expect(spent() - startedAt).toBeLessThan(soon);
});

const several = <Each>(count: number, each: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, index) => each(index));
const seconds = (count: number) => several(count, (index) => `20261124T0900${10 + index}Z`).join();
const anEvent = (...lines: string[]) =>
  event('UID:a', 'DTSTART:20261124T090000', 'DURATION:PT1H', ...lines);

test.each<[string, (count: number) => string[]]>([
  ['events', (count) => several(count, () => anEvent()).flat()],
  ['rules', (count) => anEvent(...several(count, () => 'RRULE:FREQ=DAILY;COUNT=1'))],
  ['times', (count) => anEvent(`RDATE:${seconds(count)}`)],
  ['exceptions', (count) => anEvent('RRULE:FREQ=DAILY', `EXDATE:${seconds(count)}`)],
  [
    'replacements',
    (count) => [
      ...anEvent('RRULE:FREQ=DAILY'),
      ...several(count, () => anEvent('RECURRENCE-ID:20261124T090000')).flat(),
    ],
  ],
  [
    'busy periods',
    (count) => [
      'BEGIN:VFREEBUSY',
      `FREEBUSY:${several(count, () => '20261124T170000Z/PT1H').join()}`,
      'END:VFREEBUSY',
    ],
  ],
  [
    'changes of a clock',
    (count) => [
      ...zone('Ours', ...several(count, () => zone('').slice(2, 8)).flat()),
      ...event('DTSTART;TZID=Ours:20261124T090000', 'DURATION:PT1H'),
    ],
  ],
])('where there are too many %s, all the time is busy', (_, lines) => {
  const readIn = (count: number) =>
    busyTimes(calendar(...lines(count)), { ...range, timeZone, mostWork: 10_000 });
  expect(readIn(12_000)).toEqual({
    busy: [range],
    remarks: [{ line: 1, message: 'It takes too long to read: all the time counts as busy.' }],
    isWhole: true,
  });
  expect(readIn(2).remarks).toEqual([]);
});

/** How much more work the first of two texts is, that have as much in them. */
const ratio = (...texts: [one: string, other: string]): number => {
  const [one = 0, other = 0] = texts.map((text) => {
    const { user } = process.cpuUsage();
    busyTimes(text, { ...range, timeZone, mostWork: Number.POSITIVE_INFINITY });
    return process.cpuUsage().user - user;
  });
  return one / other;
};

const utc = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

test('how many changes a clock has makes no time slower', () => {
  const text = (year: number) => {
    const times = (start: number) => several(8000, (index) => utc(start + index * 1000)).join();
    const changes = times(Date.UTC(year, 0, 1)).replaceAll('Z', '');
    return calendar(
      ...zone('Ours').map((line) => line.replace(/^RRULE:.*BYMONTH=7$/, `RDATE:${changes}`)),
      ...event('DTSTART;TZID=Ours:20261124T180000', 'DURATION:PT1S', `RDATE:${times(range.start)}`),
    );
  };
  // Looked through from the last, those to come take longer.
  expect(ratio(text(9000), text(1900))).toBeLessThan(3);
});

test('how many changes for good there are makes no time slower', () => {
  const text = (year: number) =>
    calendar(
      ...anEvent(`RDATE:${several(20_000, (index) => utc(range.start + index * 1000)).join()}`),
      ...several(6000, () =>
        anEvent(`RECURRENCE-ID;RANGE=THISANDFUTURE:${year}0101T000000Z`).join('\r\n'),
      ),
    );
  expect(ratio(text(2090), text(1990))).toBeLessThan(2.5);
});

test('what begins and does not end is followed no deeper than anybody writes', () => {
  const text = calendar(...several(20, () => 'BEGIN:A'), ...several(20, () => 'END:B'));
  let [depth, parts] = [0, readCalendars(text, [], () => {}).calendars];
  for (; parts.length > 0; depth++) parts = parts.flatMap((each) => each.parts);
  expect(depth).toBe(10);
});

test('60,000 events are too many, 20,000 are read', () => {
  const many = (count: number) =>
    calendar(
      Array.from({ length: count }, (_, index) =>
        event(
          `UID:${index}`,
          `DTSTART;TZID=Europe/Berlin:${2010 + (index % 25)}1124T180000`,
          'DURATION:PT1H',
          'SUMMARY:Something',
        ).join('\r\n'),
      ).join('\r\n'),
    );
  const startedAt = spent();
  expect(read(many(60_000))).toEqual({
    busy: everything,
    remarks: ['1: There are more than 50000 events: all the time counts as busy.'],
  });
  expect(spent() - startedAt).toBeLessThan(soon);
  const { busy, remarks } = busyTimes(many(20_000), { ...range, timeZone });
  expect({ busy, remarks }).toEqual({
    busy: [{ start: at('2026-11-24T09:00'), end: at('2026-11-24T10:00') }],
    remarks: [],
  });
});

test('a bomb in a zone ends soon', () => {
  const lines = zone('Ours').map((line) =>
    line.startsWith('RRULE') ? 'RRULE:FREQ=SECONDLY' : line,
  );
  const { busy, remarks } = read(
    calendar(...lines, ...event('DTSTART;TZID=Ours:20261124T090000', 'DURATION:PT1H')),
  );
  expect(busy).toHaveLength(1);
  expect(remarks[0]).toMatch(/^9: When the clocks of a time zone change cannot be read/);
});

/** Lines that mean something, and values that do or do not. */
const anyLine = fc
  .tuple(
    fc.constantFrom(
      'DTSTART',
      'DTEND',
      'DURATION',
      'RRULE',
      'RDATE',
      'EXDATE',
      'RECURRENCE-ID',
      'UID',
    ),
    fc.constantFrom(
      '',
      ';TZID=Ours',
      ';TZID=__proto__',
      ';VALUE=DATE',
      ';VALUE=PERIOD',
      ';RANGE=THISANDFUTURE',
    ),
    fc.constantFrom(
      '00000101T000000',
      '99991231T235959Z',
      '20261124',
      '20261124T090000',
      '20261124T090000Z/P9999999999W',
      'P9999999999999999999W',
      'FREQ=WEEKLY;UNTIL=99991231',
      'FREQ=DAILY;INTERVAL=9999999999999999999',
      'FREQ=YEARLY;COUNT=-1;BYDAY=MO,',
      'RSCALE=x;FREQ=DAILY;SKIP=y',
      '',
      ',;:="\\',
    ),
  )
  .map(([name, parameter, value]) => `${name}${parameter}:${value}`);

test('whatever a calendar says, it is read to its end', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyLine, { maxLength: 6 }), { maxLength: 4 }), (events) => {
      const text = calendar(
        ...zone('Ours'),
        ...events.flatMap((lines) => event('UID:a', ...lines)),
      );
      const { busy } = busyTimes(text, { ...range, timeZone });
      expect(busy).toEqual(merge(busy));
      for (const { start, end } of busy) {
        expect(start).toBeGreaterThanOrEqual(range.start);
        expect(end).toBeLessThanOrEqual(range.end);
      }
    }),
    { numRuns: amount(250, 20_000) },
  );
}, 300_000);
