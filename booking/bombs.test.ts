import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { type BusyOptions, busyTimes } from './busy.ts';
import { createReader, readCalendars } from './content-lines.ts';
import { day, merge } from './interval.ts';

const range = { start: Date.UTC(2026, 10, 20), end: Date.UTC(2026, 11, 20) };
const wrap = (lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const anHour = (...lines: string[]) =>
  event('UID:a', 'DTSTART:20261124T090000', 'DURATION:PT1H', ...lines);
const zone = (...lines: string[]): string[] => [
  ...['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:16010101T020000'],
  ...['TZOFFSETFROM:+1100', 'TZOFFSETTO:+1000', ...lines, 'END:STANDARD', 'END:VTIMEZONE'],
];
const inZone = event('DTSTART;TZID=Ours:20261124T090000', 'DURATION:PT1H');
const several = <Each>(count: number, each: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, index) => each(index));

/** The maximum work in seconds; a tenth is usual. Without limits, reading takes twelve or never ends. */
const soon = 6;
const read = (lines: readonly string[], options: Partial<BusyOptions> = {}) => {
  const { user } = process.cpuUsage();
  const times = busyTimes(wrap(lines), { ...range, timeZone: 'America/Los_Angeles', ...options });
  return { ...times, seconds: (process.cpuUsage().user - user) / 1e6 };
};

const numbers = (until: number) => several(until, String).join();
const allSeconds = `BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`;

const tooOften =
  `FREQ=SECONDLY FREQ=SECONDLY;COUNT=1000000000 FREQ=MINUTELY FREQ=DAILY;${allSeconds}
  FREQ=YEARLY;${allSeconds};BYSETPOS=-1`.split(/\s+/);
const never =
  `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30 FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31 FREQ=YEARLY;INTERVAL=99999
  FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=200 FREQ=MONTHLY;BYSETPOS=99;BYDAY=MO`.split(/\s+/);

test.each([...tooOften, ...never])('the rule %.40s takes little work', (rule) => {
  const lines = event('DTSTART:20260101T090000', 'DURATION:PT1H', `RRULE:${rule}`);
  const { busy, remarks, seconds } = read(lines);
  expect(seconds).toBeLessThan(soon);
  if (never.includes(rule)) return expect(busy).not.toContainEqual(range);
  // All the time counts as busy.
  expect(busy).toEqual([range]);
  expect(remarks).toHaveLength(1);
});

const ages = `FREQ=WEEKLY DTEND:20261124, FREQ=YEARLY DTEND:20261124, unreadable DTEND:20261124,
  unreadable DURATION:P9999999W, FREQ=DAILY DURATION:P999999999W,
  RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=28,29,30,31 DTEND:20261124`.split(/,\s+/);

test.each(ages)('%s takes little work for thousands of years, all of them busy', (lines) => {
  const [rule, end = ''] = lines.split(' ');
  const { busy, seconds } = read(event('DTSTART:00000101T000000', end, `RRULE:${rule}`));
  expect(busy).toEqual([range]);
  expect(seconds).toBeLessThan(soon);
});

test('many bombs take little longer than one', () => {
  for (const rule of ['DAILY;COUNT=9000;BYMONTHDAY=1', 'YEARLY;BYWEEKNO=53;BYYEARDAY=200']) {
    const bomb = (n: number) => event(`UID:${n}`, 'DTSTART:20100101T090000', `RRULE:FREQ=${rule}`);
    expect(read(several(amount(300, 10_000), bomb).flat()).seconds).toBeLessThan(soon);
  }
});

const [daily, replacement] = [anHour('RRULE:FREQ=DAILY'), anHour('RECURRENCE-ID:20261124T090000')];
const change = ['END:STANDARD', ...zone().slice(2, 6)];
const times = (count: number) => several(count, (index) => `20261124T0900${10 + index}Z`).join();

test.each<[string, (count: number) => string[]]>([
  ['events', (count) => several(count, () => anHour()).flat()],
  ['rules', (count) => anHour(...several(count, () => 'RRULE:FREQ=DAILY;COUNT=1'))],
  ['times', (count) => anHour(`RDATE:${times(count)}`)],
  ['exceptions', (count) => anHour('RRULE:FREQ=DAILY', `EXDATE:${times(count)}`)],
  ['replacements', (count) => [...daily, ...several(count, () => replacement).flat()]],
  ['busy periods', (count) => ['BEGIN:VFREEBUSY', `FREEBUSY:${times(count)}`, 'END:VFREEBUSY']],
  ['changes of a clock', (count) => [...zone(...several(count, () => change).flat()), ...inZone]],
])('with too many %s, all the time is busy', (_, lines) => {
  const { busy, remarks } = read(lines(12_000), { mostWork: 10_000 });
  expect(busy).toEqual([range]);
  const message = 'It takes too long to read: all the time counts as busy.';
  expect(remarks[0]).toEqual({ line: 1, message });
  expect(read(lines(2), { mostWork: 10_000 }).busy).not.toEqual([range]);
});

test('components without an end are nested at most ten deep', () => {
  const text = wrap([...several(20, () => 'BEGIN:A'), ...several(20, () => 'END:B')]);
  let [depth, parts] = [0, readCalendars(text, []).calendars];
  for (; parts.length > 0; depth++) parts = parts.flatMap((each) => each.parts);
  expect(depth).toBe(10);
});

test('20,000 events are not too many', () => {
  const yearly = (n: number) => [`UID:${n}`, `DTSTART:${2010 + (n % 25)}1124T180000Z`];
  const events = several(20_000, (n) => event(...yearly(n), 'DURATION:PT1H'));
  const start = Date.UTC(2026, 10, 24, 18);
  const busy = [{ start, end: start + day / 24 }];
  expect(read(events.flat())).toMatchObject({ busy, remarks: [] });
});

test('descriptions and other attendees, which are most of a large calendar, are not kept', () => {
  const lines = [`DESCRIPTION:${'Lorem '.repeat(1000)}`, 'ATTENDEE:mailto:ada@example.com'];
  const readAll = (...more: string[]) => readCalendars(wrap(anHour(...more)), ['x@y']);
  const [kept, all] = [readAll(), readAll(...lines)];
  expect(kept.calendars[0]?.parts[0]?.properties).toHaveLength(3);
  expect(all.calendars).toEqual(kept.calendars);
});

test('a bomb in a time zone takes little work', () => {
  const { busy, remarks } = read([...zone('RRULE:FREQ=SECONDLY'), ...inZone]);
  expect(busy).toHaveLength(1);
  expect(remarks[0]?.message).toMatch(/^The clock changes of a time zone cannot be read/);
});

test('of a long name of a zone, only the beginning is looked up', () => {
  const { seconds } = read(event(`DTSTART;TZID=${'a/'.repeat(2_400_000)}:20261124T090000`));
  // A fiftieth is usual; the whole name takes more than two seconds.
  expect(seconds).toBeLessThan(1.5);
});

const inOther = (zone: string) => `BEGIN:VEVENT\r\nDTSTART;TZID=${zone}:20261124T090000\r\n`;

test.each<[string, (many: number) => string]>([
  ['a line that does not end', (many) => 'X'.repeat(20 * many)],
  ['a description of many folds', (many) => `DESCRIPTION:${'a\r\n b'.repeat(many)}`],
  ['a list of many lines', (many) => `BEGIN:VEVENT\r\nRDATE:${'20261124,\r\n'.repeat(many)}`],
  ['many names', (many) => several(many, (n) => `DT${n}:x\r\n`).join('')],
  ['many zones', (many) => several(many / 10, (n) => inOther(`Z ${n} Y`)).join('')],
])('%s is read quickly, also in pieces', (_, make) => {
  const bytes = Buffer.from(`BEGIN:VCALENDAR\r\n${make(300_000)}`);
  const { user } = process.cpuUsage();
  const reader = createReader([]);
  for (let from = 0; from < bytes.length; from += 65_536) {
    reader.push(bytes.subarray(from, from + 65_536));
  }
  busyTimes(reader.end(), { start: 0, end: Date.UTC(2030, 0), timeZone: 'Europe/Berlin' });
  // A tenth is usual; quadratic growth would take minutes.
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(15);
});

const names = 'DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID UID'.split(' ');
const parameters =
  ` ;TZID=Ours ;TZID=__proto__ ;VALUE=DATE ;VALUE=PERIOD ;RANGE=THISANDFUTURE`.split(' ');
const values =
  ` 00000101T000000 99991231T235959Z 20261124 20261124T090000 20261124T090000Z/P9999999999W
  P999999999W FREQ=WEEKLY;UNTIL=99991231 FREQ=DAILY;INTERVAL=9999999999999999999
  FREQ=YEARLY;COUNT=-1;BYDAY=MO, RSCALE=x;FREQ=DAILY;SKIP=y ,;:="\\`.split(/\s+/);
/** Lines with known names, and with valid or invalid values. */
const anyLine = fc
  .tuple(...[names, parameters, values].map((each) => fc.constantFrom(...each)))
  .map(([name, parameter, value]) => `${name}${parameter}:${value}`);

test('any calendar is read to its end', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyLine, { maxLength: 6 }), { maxLength: 4 }), (events) => {
      const { busy } = read([...zone(), ...events.flatMap((lines) => event('UID:a', ...lines))]);
      expect(busy).toEqual(merge(busy));
      for (const { start, end } of busy) {
        expect(start).toBeGreaterThanOrEqual(range.start);
        expect(end).toBeLessThanOrEqual(range.end);
      }
    }),
    { seed: amount(1, Date.now()), numRuns: amount(250, 20_000) },
  );
}, 300_000);
