import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { busyTimes } from './busy.ts';

/** A calendar as a program wrote it, nearly all after public bug reports. */
interface Case {
  file: string;
  timeZone: string;
  start: string;
  end: string;
  /** Intervals of ISO 8601. */
  expected: readonly string[];
  symptom: string;
  ownerEmail?: string;
}

const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');

const folder = new URL('./fixtures/calendars/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const cases = JSON.parse(read('expected.json')) as Case[];

test.each(cases)('$file: $symptom', ({ file, start, end, expected, ...options }) => {
  const range = { start: Date.parse(start), end: Date.parse(end) };
  const { busy } = busyTimes(read(file), { ...range, ...options });
  expect(busy.map((each) => `${iso(each.start)}/${iso(each.end)}`)).toEqual(expected);
});

const range = { start: Date.UTC(2026, 10, 20), end: Date.UTC(2026, 11, 20) };
const wrap = (lines: readonly string[], lineEnd = '\r\n'): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join(lineEnd);
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'];
/** In UTC, such as `11-24 17:00–18:00`; a day is `11-24`. */
const shown = (text: string, options: { timeZone?: string; ownerEmail?: string } = {}) =>
  busyTimes(text, { ...range, timeZone: 'UTC', ...options }).busy.map(({ start, end }) => {
    const [from, to] = [iso(start).slice(5, 16), iso(end).slice(5, 16)].map((each) =>
      each.replace('T', ' '),
    ) as [string, string];
    if (start % 86_400_000 === 0 && end - start === 86_400_000) return from.slice(0, 5);
    return `${from}–${to.slice(0, 5) === from.slice(0, 5) ? to.slice(6) : to}`;
  });

type Row = [
  title: string,
  lines: readonly string[],
  expected: readonly string[],
  options?: { timeZone?: string; ownerEmail?: string },
];
const expectRow = (
  _: string,
  lines: readonly string[],
  expected: readonly string[],
  options = {},
) => expect(shown(wrap(lines), options)).toEqual(expected);

const hour = ['DTSTART:20261124T170000Z', 'DTEND:20261124T180000Z'];
const theHour = ['11-24 17:00–18:00'];

describe('syntax', () => {
  test.each<Row>([
    [
      'blanks around names, values and parameters',
      event(
        'DTSTART ; TZID = Europe/Berlin : 20261124T180000 ',
        'DTEND;TZID=Europe/Berlin: 20261124T190000',
      ),
      theHour,
    ],
    ['blanks within a time', event('DTSTART:20261124 T170000Z', 'DURATION: PT 1H'), theHour],
    [
      'quotation marks around times and rules',
      event('DTSTART:"20261124T170000Z"', 'DURATION:"PT1H"', 'RRULE:"FREQ=DAILY;COUNT=1"'),
      theHour,
    ],
    [
      'all in lower case',
      [
        'begin:vevent',
        'dtstart;value=date-time:20261124t170000z',
        'duration:pt1h',
        'rrule:freq=daily;count=1',
        'end:vevent',
      ],
      theHour,
    ],
    [
      'separators at the end',
      event(
        'DTSTART;:20261124T170000Z',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;;COUNT=2;',
        'EXDATE:20261125T170000Z,',
      ),
      theHour,
    ],
    [
      'a list with blanks for commas',
      event(...hour, 'RRULE:FREQ=WEEKLY;UNTIL=20261126T170000Z;BYDAY=TU TH'),
      [...theHour, '11-26 17:00–18:00'],
    ],
    [
      'a list that goes on without the blank of a fold',
      event(...hour, 'RRULE:FREQ=WEEKLY;UNTIL=20261126T170000Z;BYDAY=TU,', 'TH'),
      [...theHour, '11-26 17:00–18:00'],
    ],
    [
      'exceptions with semicolons or blanks between',
      event(
        ...hour,
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXDATE:20261125T170000Z; 20261126T170000Z 20261127T170000Z',
      ),
      theHour,
    ],
    [
      'times of ISO 8601',
      event('DTSTART:2026-11-24T17:00:00Z', 'DTEND:2026-11-24T18:00:00.000Z'),
      theHour,
    ],
    [
      'a time with fractions of seconds',
      event('DTSTART:20261124T170000.000Z', 'DTEND:20261124T180000.5Z'),
      theHour,
    ],
    [
      'a time with an offset',
      event('DTSTART:20261124T180000+0100', 'DTEND:2026-11-24T19:00:00+01:00'),
      theHour,
    ],
    ['a time without T', event('DTSTART:20261124170000Z', 'DTEND:20261124180000Z'), theHour],
    ['midnight as 24:00', event('DTSTART:20261123T240000Z', 'DTEND:20261124T240000Z'), ['11-24']],
    [
      'a date that is called a time',
      event('DTSTART;VALUE=DATE-TIME:20261124', 'DTEND;VALUE=DATE-TIME:20261125'),
      ['11-24'],
    ],
    [
      'a time that is called a date in Z',
      event('DTSTART;VALUE=DATE:20261124T170000Z', 'DTEND;VALUE=DATE:20261124T180000Z'),
      theHour,
    ],
    [
      'a duration without T, and one of nothing beside an end',
      [
        ...event('DTSTART:20261124T170000Z', 'DURATION:P1H'),
        ...event('DTSTART:20261125T170000Z', 'DURATION:PT0S', 'DTEND:20261125T180000Z'),
      ],
      [...theHour, '11-25 17:00–18:00'],
    ],
    [
      'an end without the zone of its begin',
      event('DTSTART;TZID=America/New_York:20261124T120000', 'DTEND:20261124T130000'),
      theHour,
      { timeZone: 'Asia/Tokyo' },
    ],
    [
      'an empty zone, as if there was none',
      event('DTSTART;TZID=:20261124T170000', 'DURATION:PT1H'),
      theHour,
    ],
    [
      'a quotation mark that is not closed',
      event('DTSTART;TZID="Europe/Berlin:20261124T180000', 'DURATION:PT1H'),
      theHour,
    ],
    [
      'signs of RFC 6868 and texts with colons in a parameter',
      event("DTSTART;X-A=^'b:c^';TZID=Europe/Berlin:20261124T180000", 'DURATION:PT1H'),
      theHour,
    ],
    [
      'events without an end, of which each is whole',
      ['BEGIN:VEVENT', ...hour, 'BEGIN:VEVENT', 'DTSTART:20261125T170000Z', 'DURATION:PT1H'],
      [...theHour, '11-25 17:00–18:00'],
    ],
    [
      'an alarm without an end',
      event(
        ...hour.slice(0, 1),
        'BEGIN:VALARM',
        'TRIGGER:-PT15M',
        'END:VEVENT',
        'BEGIN:VEVENT',
        ...hour,
      ),
      theHour,
    ],
  ])('%s', expectRow);

  test.each([
    ['CR CR LF', '\r\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
    ['an empty line between', '\r\n\r\n'],
  ])('lines end with %s', (_, lineEnd) => {
    const lines = event('DTSTART;TZID=Europe/', ' Berlin:20261124T180000', 'DURATION:PT1H');
    expect(shown(wrap(lines, lineEnd))).toEqual(theHour);
  });

  test.each<[string, (text: string) => string, boolean]>([
    ['a notice before it', (text) => `<br /><b>Notice</b>: Undefined index\n${text}`, true],
    ['a notice on its first line', (text) => `Deprecated: foo() in /x.php on line 3 ${text}`, true],
    ['a byte order mark', (text) => `\uFEFF${text}`, true],
    ['a comment behind it', (text) => `${text.trim()}<!-- cached -->\n<!-- 0.3 s -->`, true],
    ['another calendar behind it', (text) => `${text}${wrap([])}`, true],
    ['no END:VCALENDAR', (text) => text.replace('END:VCALENDAR\r\n', ''), true],
    ['no END:VEVENT', (text) => text.replace('END:VEVENT\r\n', ''), true],
    ['neither', (text) => text.replace(/END:V.*\r\n/g, ''), false],
    ['half of its last line', (text) => text.slice(0, -9), false],
    [
      'a page of an error in place of its end',
      (text) => text.replace('END:VCALENDAR', '<html>'),
      false,
    ],
  ])('a calendar with %s', (_, change, isWhole) => {
    const result = busyTimes(change(wrap(event(...hour))), { ...range, timeZone: 'UTC' });
    expect(result.busy).toEqual([
      { start: Date.UTC(2026, 10, 24, 17), end: Date.UTC(2026, 10, 24, 18) },
    ]);
    expect(result.isWhole).toBe(isWhole);
    if (!isWhole) expect(result.remarks).not.toEqual([]);
  });
});

const daily = (start: string, ...lines: string[]) =>
  event(start, 'RRULE:FREQ=DAILY;COUNT=3', ...lines);
const override = (...lines: string[]) => event(...lines);

describe('rules', () => {
  test.each<Row>([
    [
      'UNTIL without a zone is by the clock of the series',
      event(
        'DTSTART;TZID=America/New_York:20261124T120000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;UNTIL=20261125T120000',
      ),
      [...theHour, '11-25 17:00–18:00'],
      { timeZone: 'Asia/Tokyo' },
    ],
    [
      'UNTIL in another form than a floating begin: the digits',
      event('DTSTART:20261124T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261125T080000Z'),
      ['11-24 13:00–14:00', '11-25 13:00–14:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      '… or the instant, where that is a time of the series',
      event('DTSTART:20261124T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261125T130000Z'),
      ['11-24 13:00–14:00', '11-25 13:00–14:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'UNTIL at the last second of a day, for whole days',
      event('DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;UNTIL=20261125T235959Z'),
      ['11-24 00:00–11-26 00:00'],
    ],
    [
      'UNTIL at the last second of a day elsewhere',
      event('DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;UNTIL=20261125T225959Z'),
      ['11-23 23:00–11-25 23:00'],
      { timeZone: 'Europe/Berlin' },
    ],
    [
      'UNTIL at midnight of a zone that nobody names',
      event('DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;UNTIL=20261124T230000Z'),
      ['11-24 05:00–11-26 05:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'UNTIL that cannot be read: endless',
      event('DTSTART:20261218T170000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=202331'),
      ['12-18 17:00–18:00', '12-19 17:00–18:00'],
    ],
    [
      'whole days but for one at midnight of the calendar’s zone, in UTC',
      [
        'X-WR-TIMEZONE:Europe/Berlin',
        ...daily('DTSTART;VALUE=DATE:20261124', 'EXDATE:20261124T230000Z'),
      ],
      ['11-24 08:00–11-25 08:00', '11-26 08:00–11-27 08:00'],
      { timeZone: 'America/Los_Angeles' },
    ],
    [
      'whole days but for one at midnight of UTC',
      daily('DTSTART;VALUE=DATE:20261124', 'EXDATE:20261125T000000Z'),
      ['11-24 05:00–11-25 05:00', '11-26 05:00–11-27 05:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'whole days of which one moved, by a time with a zone',
      [
        ...daily('DTSTART;VALUE=DATE:20261124'),
        ...override(
          'RECURRENCE-ID;TZID=W. Europe Standard Time:20261125T000000',
          'DTSTART;VALUE=DATE:20261201',
        ),
      ],
      ['11-24 05:00–11-25 05:00', '11-26 05:00–11-27 05:00', '12-01 05:00–12-02 05:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'whole days of which one moved, by midnight of Berlin in UTC',
      [
        ...daily('DTSTART;VALUE=DATE:20261124'),
        ...override('RECURRENCE-ID:20261124T230000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H'),
      ],
      ['11-23 23:00–11-24 23:00', '11-25 23:00–11-26 23:00', '12-01 09:00–10:00'],
      { timeZone: 'Europe/Berlin' },
    ],
    [
      'a floating series of which one moved, by its digits with a Z',
      [
        ...daily('DTSTART:20261124T080000', 'DURATION:PT1H'),
        ...override('RECURRENCE-ID:20261125T080000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H'),
      ],
      ['11-24 13:00–14:00', '11-26 13:00–14:00', '12-01 09:00–10:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'a floating series but for one instant',
      daily('DTSTART:20261124T080000', 'DURATION:PT1H', 'EXDATE:20261125T130000Z'),
      ['11-24 13:00–14:00', '11-26 13:00–14:00'],
      { timeZone: 'America/New_York' },
    ],
    [
      'a series with a zone but for a time without',
      daily(
        'DTSTART;TZID=America/New_York:20261124T080000',
        'DURATION:PT1H',
        'EXDATE:20261125T080000',
      ),
      ['11-24 13:00–14:00', '11-26 13:00–14:00'],
    ],
    [
      'a series but for a time of another zone',
      daily(
        'DTSTART;TZID=America/New_York:20261124T080000',
        'DURATION:PT1H',
        'EXDATE;TZID=Europe/Berlin:20261125T140000',
      ),
      ['11-24 13:00–14:00', '11-26 13:00–14:00'],
    ],
    [
      'a rule for exceptions that cannot be read excepts nothing',
      event(...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'EXRULE:FREQ=NEVER'),
      [...theHour, '11-25 17:00–18:00'],
    ],
    [
      'a day that the month has not: the last before it',
      event(
        'DTSTART:20261031T170000Z',
        'DURATION:PT1H',
        'RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD;COUNT=5',
      ),
      ['11-30 17:00–18:00'],
    ],
    [
      '… or the first after it',
      event(
        'DTSTART:20261031T170000Z',
        'DURATION:PT1H',
        'RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD',
      ),
      ['12-01 17:00–18:00'],
    ],
    [
      'a birthday by the Chinese calendar',
      event('DTSTART;VALUE=DATE:19901202', 'RRULE:RSCALE=CHINESE;FREQ=YEARLY;SKIP=FORWARD'),
      ['11-24'],
    ],
    [
      'a calendar that nobody knows: every day',
      event('DTSTART:20261218T170000Z', 'DURATION:PT1H', 'RRULE:RSCALE=DISCWORLD;FREQ=YEARLY'),
      ['12-18 17:00–18:00', '12-19 17:00–18:00'],
    ],
    [
      'all later times, by a new rule',
      [
        ...event('DTSTART:20261124T170000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
        ...override(
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T170000Z',
          'DTSTART:20261202T180000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=2',
        ),
      ],
      [...theHour, '12-02 18:00–19:00', '12-09 18:00–19:00'],
    ],
    [
      'a time of many whose series is missing',
      override('RECURRENCE-ID:20261201T170000Z', ...hour),
      theHour,
    ],
  ])('%s', expectRow);
});

/** RFC 5545 3.3.5: what clocks skip, by the offset before; what they show twice, the first time. */
test.each<[string, string, string[]]>([
  [
    'a time that they skip',
    'DTSTART;TZID=Europe/Berlin:20270328T023000|DURATION:PT30M',
    ['2027-03-28T01:30Z/02:00Z'],
  ],
  [
    'an end that they skip',
    'DTSTART;TZID=Europe/Berlin:20270328T013000|DTEND;TZID=Europe/Berlin:20270328T023000',
    ['2027-03-28T00:30Z/01:30Z'],
  ],
  [
    'a begin that they skip, and an end after it',
    'DTSTART;TZID=Europe/Berlin:20270328T023000|DTEND;TZID=Europe/Berlin:20270328T030000',
    ['2027-03-28T01:30Z/02:00Z'],
  ],
  [
    'a time that there is twice',
    'DTSTART;TZID=Europe/Berlin:20261025T023000|DURATION:PT30M',
    ['2026-10-25T00:30Z/01:00Z'],
  ],
  [
    'a floating time of the owner’s',
    'DTSTART:20261025T023000|DURATION:PT30M',
    ['2026-10-25T00:30Z/01:00Z'],
  ],
  [
    'a series over the day',
    'DTSTART;TZID=Europe/Berlin:20270327T023000|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=3',
    ['2027-03-27T01:30Z/02:00Z', '2027-03-28T01:30Z/02:00Z', '2027-03-29T00:30Z/01:00Z'],
  ],
  [
    'exceptions in UTC on both sides',
    'DTSTART;TZID=Europe/Berlin:20270327T093000|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270327T083000Z,20270329T073000Z',
    ['2027-03-28T07:30Z/08:00Z'],
  ],
  [
    'UNTIL in UTC after it',
    'DTSTART;TZID=Europe/Berlin:20270327T093000|DURATION:PT30M|RRULE:FREQ=DAILY;UNTIL=20270328T073000Z',
    ['2027-03-27T08:30Z/09:00Z', '2027-03-28T07:30Z/08:00Z'],
  ],
])('where clocks change, %s', (_, lines, expected) => {
  const asked = { start: Date.UTC(2026, 9, 1), end: Date.UTC(2027, 4, 1) };
  const { busy } = busyTimes(wrap(event(...lines.split('|'))), {
    ...asked,
    timeZone: 'Europe/Berlin',
  });
  const short = (instant: number) => iso(instant).replace(':00Z', 'Z');
  expect(busy.map(({ start, end }) => `${short(start)}/${short(end).slice(11)}`)).toEqual(expected);
});

const at = (zone: string) =>
  event(`DTSTART;TZID=${zone}:20261124T180000`, `DTEND;TZID=${zone}:20261124T190000`);
const vtimezone = (name: string, offset: string, ...lines: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:STANDARD',
  ...lines,
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  'END:STANDARD',
  'END:VTIMEZONE',
];
const long = 'DTSTART:19700101T000000';

describe('zones', () => {
  test.each<[string, string]>([
    ['W. Europe Standard Time 3', '17:00'],
    ['w. europe standard time', '17:00'],
    ['W. Europe Daylight Time', '17:00'],
    ['W. Europe', '17:00'],
    ['Eastern Time (US & Canada)', '23:00'],
    ['"Eastern Time (US & Canada)"', '23:00'],
    ['Pacific Time (US & Canada)\\; Tijuana', '02:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '23:00'],
    ['(GMT-05.00) Eastern Time (US & Canada)', '23:00'],
    ['(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', '17:00'],
    ['Paris, Madrid', '17:00'],
    ['(UTC+02:00) Windhoek', '16:00'],
    ['(UTC-12:00) International Date Line West', '06:00'],
    ['Mitteleuropäische Zeit', '17:00'],
    ['heure normale d’Europe centrale', '17:00'],
    ['Hora estándar oriental', '23:00'],
    ['中国标准时间', '10:00'],
    ['New York', '23:00'],
    ['sao paulo', '21:00'],
    ['America/New York', '23:00'],
    ['america/new_york', '23:00'],
    ['US/Eastern', '23:00'],
    ['Asia/Calcutta', '12:30'],
    ['Etc/GMT+5', '23:00'],
    ['EST5EDT', '23:00'],
    ['/citadel.org/20250101_1/Europe/Berlin', '17:00'],
    ['GMT-0500', '23:00'],
    ['GMT-05:00', '23:00'],
    ['UTC+02:00', '16:00'],
    ['UTC+2', '16:00'],
    ['UTC−5', '23:00'],
    ['+0530', '12:30'],
    ['UTC', '18:00'],
    ['Z', '18:00'],
    ['GMT Standard Time', '18:00'],
    ['Coordinated Universal Time', '18:00'],
  ])('a time in %s', (zone, hourOfUtc) => {
    const { busy, remarks } = busyTimes(wrap(at(zone)), { ...range, timeZone: 'Pacific/Chatham' });
    expect(busy.map(({ start }) => iso(start).slice(11, 16))).toEqual([hourOfUtc]);
    expect(remarks).toEqual([]);
  });

  test.each<Row>([
    [
      'a calendar’s own zone goes before Windows’ of that name',
      [...vtimezone('Eastern Standard Time', '+0300', long), ...at('Eastern Standard Time')],
      ['11-24 15:00–16:00'],
    ],
    [
      '… before a city',
      [...vtimezone('Zurich', '+0300', long), ...at('Zurich')],
      ['11-24 15:00–16:00'],
    ],
    [
      '… before an offset',
      [...vtimezone('GMT-0500', '+0300', long), ...at('GMT-0500')],
      ['11-24 15:00–16:00'],
    ],
    [
      '… and before a name of the database that is no place',
      [...vtimezone('GMT', '+0300', long), ...at('GMT')],
      ['11-24 15:00–16:00'],
    ],
    [
      '… however it is written',
      [
        ...vtimezone(' eastern  standard time 1', '+0300', long),
        ...at('"Eastern Standard Time 1 "'),
      ],
      ['11-24 15:00–16:00'],
    ],
    [
      'of a place, the database’s goes before the calendar’s',
      [...vtimezone('Europe/Berlin', '+0300', long), ...at('Europe/Berlin')],
      theHour,
    ],
    ['an own zone without a begin', [...vtimezone('Ours', '+0100'), ...at('Ours')], theHour],
    [
      'an own zone with offsets of ISO 8601',
      [...vtimezone('Ours', '+01:00', long), ...at('Ours')],
      theHour,
    ],
    [
      'an own zone that is not possible, of a name that Windows has',
      [...vtimezone('W. Europe Standard Time', '+1730', long), ...at('W. Europe Standard Time')],
      theHour,
    ],
    [
      'zones of two calendars that have one name',
      [
        ...vtimezone('Ours', '+0100', long),
        ...at('Ours'),
        'END:VCALENDAR',
        'BEGIN:VCALENDAR',
        ...vtimezone('Ours', '+0200', long),
        ...at('Ours').map((line) => line.replace('UID:a', 'UID:b')),
      ],
      ['11-24 16:00–18:00'],
    ],
    [
      'the calendar’s zone for times without one',
      ['X-WR-TIMEZONE: Europe/Berlin', ...event('DTSTART:20261124T180000', 'DURATION:PT1H')],
      theHour,
      { timeZone: 'Asia/Tokyo' },
    ],
    [
      '… by a name of Windows, behind the events',
      [...event('DTSTART:20261124T180000', 'DURATION:PT1H'), 'X-WR-TIMEZONE:Romance Standard Time'],
      theHour,
      { timeZone: 'Asia/Tokyo' },
    ],
    [
      '… not for whole days',
      ['X-WR-TIMEZONE:Europe/Berlin', ...event('DTSTART;VALUE=DATE:20261124')],
      ['11-23 15:00–11-24 15:00'],
      { timeZone: 'Asia/Tokyo' },
    ],
    [
      'a date with a zone is a date of the owner’s',
      event('DTSTART;TZID=Europe/Berlin;VALUE=DATE:20261124'),
      ['11-23 15:00–11-24 15:00'],
      { timeZone: 'Asia/Tokyo' },
    ],
  ])('%s', expectRow);
});

const busyHour = (...lines: string[]) => event(...hour, ...lines);
const owner = { ownerEmail: 'owner@example.com, robin@firm.example' };
const attendee = (status: string, ...others: string[]) =>
  `ATTENDEE;CN="Robin; the: owner";PARTSTAT=${status}${others.join('')}:mailto:owner@example.com`;

describe('revisions and intent', () => {
  test.each<Row>([
    [
      'the later of two with one SEQUENCE',
      [
        ...event('SEQUENCE:1', 'DTSTAMP:20261102T000000Z', ...hour),
        ...event(
          'SEQUENCE:1',
          'DTSTAMP:20261101T000000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
        ),
      ],
      theHour,
    ],
    [
      'the later changed of two that were written at once',
      [
        ...event('DTSTAMP:20261101T000000Z', 'LAST-MODIFIED:20261030T000000Z', ...hour),
        ...event(
          'DTSTAMP:20261101T000000Z',
          'LAST-MODIFIED:20261029T000000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
        ),
      ],
      theHour,
    ],
    [
      'a SEQUENCE goes before a date',
      [
        ...event('SEQUENCE:2', 'DTSTAMP:20261101T000000Z', ...hour),
        ...event(
          'SEQUENCE:1',
          'DTSTAMP:20261102T000000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
        ),
      ],
      theHour,
    ],
    [
      'both of two that cannot be told apart',
      [...event(...hour), ...event('DTSTART:20261125T170000Z', 'DURATION:PT1H')],
      [...theHour, '11-25 17:00–18:00'],
    ],
    [
      'both of two, of which one has a SEQUENCE that cannot be read',
      [
        ...event('SEQUENCE:1', ...hour),
        ...event('SEQUENCE:x', 'DTSTART:20261125T170000Z', 'DURATION:PT1H'),
      ],
      [...theHour, '11-25 17:00–18:00'],
    ],
    [
      'none, if the last revision was cancelled',
      [...event('SEQUENCE:1', 'STATUS:CANCELLED', ...hour), ...busyHour('SEQUENCE:0')],
      [],
    ],
    [
      'none, if a later message cancelled it',
      [
        ...busyHour('SEQUENCE:0'),
        'END:VCALENDAR',
        'BEGIN:VCALENDAR',
        'METHOD:CANCEL',
        ...busyHour('SEQUENCE:1'),
      ],
      [],
    ],
    [
      'the last revision of one time of many, however it is called',
      [
        ...event(
          'DTSTART;TZID=Europe/Berlin:20261124T180000',
          'DURATION:PT1H',
          'RRULE:FREQ=DAILY;COUNT=2',
        ),
        ...event(
          'SEQUENCE:3',
          'RECURRENCE-ID:20261125T170000Z',
          'DTSTART:20261201T170000Z',
          'DURATION:PT1H',
        ),
        ...event(
          'SEQUENCE:2',
          'RECURRENCE-ID;TZID=Europe/Berlin:20261125T180000',
          'DTSTART:20261202T170000Z',
          'DURATION:PT1H',
        ),
      ],
      [...theHour, '12-01 17:00–18:00'],
    ],
    [
      'a series that was moved, and not its older revision',
      [
        ...event('SEQUENCE:0', 'DTSTART:20261124T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
        ...event('SEQUENCE:1', ...hour, 'RRULE:FREQ=WEEKLY;COUNT=1'),
      ],
      theHour,
    ],
    ['what the owner declined', busyHour(attendee('DECLINED')), [], owner],
    [
      '… under another address',
      busyHour('ATTENDEE;PARTSTAT=DECLINED:MAILTO:Robin@Firm.example'),
      [],
      owner,
    ],
    [
      '… by EMAIL beside another kind of address (RFC 7986)',
      busyHour('ATTENDEE;PARTSTAT=DECLINED;EMAIL=owner@example.com:urn:uuid:1'),
      [],
      owner,
    ],
    [
      '… in a folded line, in lower case',
      busyHour('attendee;partstat=declined:mailto:own', ' er@example.com'),
      [],
      owner,
    ],
    [
      'what the owner declined under one address and accepted under the other',
      busyHour(attendee('DECLINED'), 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:robin@firm.example'),
      theHour,
      owner,
    ],
    [
      'what somebody else declined',
      busyHour('ATTENDEE;PARTSTAT=DECLINED:mailto:the-owner@example.com', attendee('ACCEPTED')),
      theHour,
      owner,
    ],
    [
      'what somebody with such a name declined',
      busyHour('ATTENDEE;CN="owner@example.com";PARTSTAT=DECLINED:mailto:x@example.com'),
      theHour,
      owner,
    ],
    [
      'what the owner has not answered, or tentatively',
      [
        ...busyHour(attendee('NEEDS-ACTION')),
        ...event('DTSTART:20261125T170000Z', 'DURATION:PT1H', attendee('TENTATIVE')),
      ],
      [...theHour, '11-25 17:00–18:00'],
      owner,
    ],
    [
      'one time of many that the owner declined',
      [
        ...busyHour('RRULE:FREQ=DAILY;COUNT=2'),
        ...event(
          'RECURRENCE-ID:20261125T170000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
          attendee('DECLINED'),
        ),
      ],
      theHour,
      owner,
    ],
    [
      'one time of many that the owner accepted',
      [
        ...busyHour('RRULE:FREQ=DAILY;COUNT=2', attendee('DECLINED')),
        ...event(
          'RECURRENCE-ID:20261125T170000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
          attendee('ACCEPTED'),
        ),
      ],
      ['11-25 17:00–18:00'],
      owner,
    ],
    [
      'TRANSP goes before Microsoft’s property',
      busyHour('TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
      theHour,
    ],
    ['TRANSP in lower case, with blanks', busyHour('TRANSP: transparent '), []],
    [
      'Microsoft’s status goes before what was intended',
      busyHour('X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE', 'X-MICROSOFT-CDO-INTENDEDSTATUS:FREE'),
      theHour,
    ],
    ['what was intended', busyHour('X-MICROSOFT-CDO-INTENDEDSTATUS:FREE'), []],
    [
      'out of office, and working elsewhere',
      [
        ...busyHour('X-MICROSOFT-CDO-BUSYSTATUS:OOF'),
        ...event(
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
          'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE',
        ),
      ],
      [...theHour, '11-25 17:00–18:00'],
    ],
    ['CANCELED, as Americans write it', busyHour('STATUS:CANCELED'), []],
    [
      'Apple’s travel time, before each time',
      busyHour('RRULE:FREQ=DAILY;COUNT=2', 'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M'),
      ['11-24 16:15–18:00', '11-25 16:15–18:00'],
    ],
    [
      '… of one of many',
      [
        ...busyHour('RRULE:FREQ=DAILY;COUNT=2'),
        ...event(
          'RECURRENCE-ID:20261125T170000Z',
          'DTSTART:20261125T170000Z',
          'DURATION:PT1H',
          'X-APPLE-TRAVEL-DURATION:PT45M',
        ),
      ],
      [...theHour, '11-25 16:15–18:00'],
    ],
    ['… not of what is free', busyHour('TRANSP:TRANSPARENT', 'X-APPLE-TRAVEL-DURATION:PT45M'), []],
  ])('%s', expectRow);
});
