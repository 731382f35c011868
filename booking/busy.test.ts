import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { amount } from '../tests/amount.ts';
import { busyTimes } from './busy.ts';
import { readCalendars } from './content-lines.ts';
import { type Interval, merge } from './interval.ts';

const timeZone = 'America/Los_Angeles';
const at = (local: string, zone = timeZone): number => DateTime.fromISO(local, { zone }).toMillis();
const range = { start: at('2026-11-20'), end: at('2026-12-20') };

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** What is busy, on the owner's clock, and the remarks. */
const read = (text: string, asked: Interval & { timeZone?: string } = range) => {
  const { busy, remarks } = busyTimes(text, { timeZone, ...asked });
  const show = (instant: number, format: string) =>
    DateTime.fromMillis(instant, { zone: asked.timeZone ?? timeZone }).toFormat(format);
  return {
    busy: busy.map(({ start, end }) => {
      const sameDay = show(start, 'D') === show(end, 'D');
      return `${show(start, 'MM-dd HH:mm')}–${show(end, sameDay ? 'HH:mm' : 'MM-dd HH:mm')}`;
    }),
    remarks: remarks.map(({ line, message }) => `${line}: ${message}`),
  };
};

const busyOf = (...lines: string[]): string[] => {
  const { busy, remarks } = read(calendar(...lines));
  expect(remarks).toEqual([]);
  return busy;
};

const busyIn = (...lines: string[]): string[] => busyOf(...event(...lines));

test.each<[string, string[], string[]]>([
  [
    'in a zone of the database',
    ['DTSTART;TZID=Europe/Berlin:20261124T180000', 'DTEND;TZID=Europe/Berlin:20261124T190000'],
    ['11-24 09:00–10:00'],
  ],
  [
    'from one zone to another',
    [
      'DTSTART;TZID=America/Los_Angeles:20261124T090000',
      'DTEND;TZID=America/New_York:20261124T150000',
    ],
    ['11-24 09:00–12:00'],
  ],
  ['in UTC', ['DTSTART:20261124T170000Z', 'DTEND:20261124T180000Z'], ['11-24 09:00–10:00']],
  [
    'floating, by the owner’s clock',
    ['DTSTART:20261124T090000', 'DTEND:20261124T100000'],
    ['11-24 09:00–10:00'],
  ],
  [
    'of a whole day, in the owner’s zone',
    ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125'],
    ['11-24 00:00–11-25 00:00'],
  ],
  ['of a whole day without an end', ['DTSTART;VALUE=DATE:20261124'], ['11-24 00:00–11-25 00:00']],
  [
    'of a whole day that ends when it begins, as some write it',
    ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261124'],
    ['11-24 00:00–11-25 00:00'],
  ],
  ['of a whole day that does not say so', ['DTSTART:20261124'], ['11-24 00:00–11-25 00:00']],
  [
    'with a duration instead of an end',
    ['DTSTART:20261124T090000', 'DURATION:PT1H30M'],
    ['11-24 09:00–10:30'],
  ],
  ['without a length', ['DTSTART:20261124T090000'], []],
  [
    'from before the range to after it',
    ['DTSTART:20000101T090000', 'DTEND:20400101T090000'],
    ['11-20 00:00–12-20 00:00'],
  ],
  [
    'from before the first year on',
    ['DTSTART:00000101T000000', 'RDATE;TZID=Asia/Tokyo:00000101T000000', 'DURATION:P9999999W'],
    ['11-20 00:00–12-20 00:00'],
  ],
  ['outside the range', ['DTSTART:20261220T000000', 'DTEND:20261220T010000'], []],
  ['cancelled', ['DTSTART:20261124T090000', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
  ['transparent', ['DTSTART:20261124T090000', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
  [
    'tentative',
    ['DTSTART:20261124T090000', 'DURATION:PT1H', 'STATUS:TENTATIVE'],
    ['11-24 09:00–10:00'],
  ],
  [
    'with an alarm that has a duration of its own',
    [
      'DTSTART:20261124T090000',
      'BEGIN:VALARM',
      'DURATION:PT9H',
      'END:VALARM',
      'DTEND:20261124T100000',
    ],
    ['11-24 09:00–10:00'],
  ],
  [
    'in small letters, folded, with a quoted parameter',
    ['dtstart;tzid="Europe/Ber', ' lin";x-a="b:c;d":20261124T18', '\t0000', 'duration:PT1H'],
    ['11-24 09:00–10:00'],
  ],
])('an event %s', (_, lines, expected) => {
  expect(busyIn(...lines)).toEqual(expected);
});

test.each<[string, string[], string[]]>([
  [
    'every week, on two days, until a date',
    ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261201'],
    ['11-24 09:00–10:00', '11-26 09:00–10:00', '12-01 09:00–10:00'],
  ],
  [
    'until an instant, which is the last',
    ['RRULE:FREQ=WEEKLY;UNTIL=20261201T170000Z'],
    ['11-24 09:00–10:00', '12-01 09:00–10:00'],
  ],
  ['until just before', ['RRULE:FREQ=WEEKLY;UNTIL=20261201T165959Z'], ['11-24 09:00–10:00']],
  [
    'so many times, one of which is left out',
    ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=America/Los_Angeles:20261125T090000'],
    ['11-24 09:00–10:00', '11-26 09:00–10:00'],
  ],
  [
    'with several left out, said in UTC, and as a date',
    [
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE:20261124T170000Z,20261126T170000Z',
      'EXDATE;VALUE=DATE:20261128',
    ],
    ['11-25 09:00–10:00', '11-27 09:00–10:00'],
  ],
  [
    'with one more, and one of its own length',
    [
      'RDATE;TZID=America/Los_Angeles:20261125T110000',
      'RDATE;VALUE=PERIOD:20261126T170000Z/PT3H,20261127T170000Z/20261127T180000Z',
    ],
    ['11-24 09:00–10:00', '11-25 11:00–12:00', '11-26 09:00–12:00', '11-27 09:00–10:00'],
  ],
  [
    'on the last Friday of the month',
    ['RRULE:FREQ=MONTHLY;BYDAY=-1FR'],
    ['11-24 09:00–10:00', '11-27 09:00–10:00'],
  ],
])('an event repeated %s', (_, lines, expected) => {
  const start = 'DTSTART;TZID=America/Los_Angeles:20261124T090000';
  expect(busyIn('UID:a', start, 'DURATION:PT1H', ...lines)).toEqual(expected);
});

test('a time of the day stays when the clock changes, and the length too', () => {
  const text = calendar(
    ...event(
      'DTSTART;TZID=Europe/Berlin:20200101T090000',
      'DTEND;TZID=Europe/Berlin:20200101T100000',
      'RRULE:FREQ=DAILY',
    ),
  );
  const asked = { start: at('2027-03-27'), end: at('2027-03-29T12:00'), timeZone: 'Europe/Berlin' };
  expect(read(text, asked).busy).toEqual([
    '03-27 09:00–10:00',
    '03-28 09:00–10:00',
    '03-29 09:00–10:00',
  ]);
});

test.each([
  ['20260101T230000', '20260102T070000', '03-27 23:00–03-28 08:00'],
  ['20260101T000000', '20260101T040000', '03-28 00:00–05:00'],
])(
  'a night that is repeated lasts its hours when the clock is set forward (%s)',
  (begin, end, expected) => {
    const text = calendar(
      ...event(
        `DTSTART;TZID=Europe/Berlin:${begin}`,
        `DTEND;TZID=Europe/Berlin:${end}`,
        'RRULE:FREQ=DAILY',
      ),
    );
    const asked = {
      start: at('2027-03-27T12:00'),
      end: at('2027-03-28T12:00'),
      timeZone: 'Europe/Berlin',
    };
    expect(read(text, asked).busy).toContain(expected);
  },
);

const weekly = event(
  'UID:weekly',
  'DTSTART;TZID=America/Los_Angeles:20261103T090000',
  'DTEND;TZID=America/Los_Angeles:20261103T100000',
  'RRULE:FREQ=WEEKLY',
);

test.each<[string, string[], string[]]>([
  [
    'moved',
    [
      'RECURRENCE-ID;TZID=America/Los_Angeles:20261201T090000',
      'DTSTART:20261202T220000Z',
      'DURATION:PT2H',
    ],
    ['11-24 09:00–10:00', '12-02 14:00–16:00', '12-08 09:00–10:00', '12-15 09:00–10:00'],
  ],
  [
    'moved, said in UTC',
    ['RECURRENCE-ID:20261201T170000Z', 'DTSTART:20261202T220000Z', 'DURATION:PT2H'],
    ['11-24 09:00–10:00', '12-02 14:00–16:00', '12-08 09:00–10:00', '12-15 09:00–10:00'],
  ],
  [
    'cancelled',
    ['RECURRENCE-ID;TZID=America/Los_Angeles:20261201T090000', 'STATUS:CANCELLED'],
    ['11-24 09:00–10:00', '12-08 09:00–10:00', '12-15 09:00–10:00'],
  ],
  [
    'that was outside the range moved into it',
    [
      'RECURRENCE-ID;TZID=America/Los_Angeles:20270105T090000',
      'DTSTART:20261202T220000Z',
      'DURATION:PT2H',
    ],
    [
      '11-24 09:00–10:00',
      '12-01 09:00–10:00',
      '12-02 14:00–16:00',
      '12-08 09:00–10:00',
      '12-15 09:00–10:00',
    ],
  ],
  [
    'and all that follow moved and longer',
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Los_Angeles:20261201T090000',
      'DTSTART;TZID=America/Los_Angeles:20261202T110000',
      'DTEND;TZID=America/Los_Angeles:20261202T123000',
    ],
    ['11-24 09:00–10:00', '12-02 11:00–12:30', '12-09 11:00–12:30', '12-16 11:00–12:30'],
  ],
  [
    'and all that follow cancelled',
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Los_Angeles:20261208T090000',
      'STATUS:CANCELLED',
    ],
    ['11-24 09:00–10:00', '12-01 09:00–10:00'],
  ],
  [
    'and all that follow moved so far that they come into the range',
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Los_Angeles:20270302T090000',
      'DTSTART;TZID=America/Los_Angeles:20261203T120000',
      'DURATION:PT1H',
    ],
    [
      '11-24 09:00–10:00',
      '12-01 09:00–10:00',
      '12-03 12:00–13:00',
      '12-08 09:00–10:00',
      '12-10 12:00–13:00',
      '12-15 09:00–10:00',
      '12-17 12:00–13:00',
    ],
  ],
])('one of many %s', (_, lines, expected) => {
  const changed = event('UID:weekly', ...lines);
  expect(busyOf(...weekly, ...changed)).toEqual(expected);
  expect(busyOf(...changed, ...weekly)).toEqual(expected);
});

test('one of many that were changed for good can be changed again', () => {
  const later = event(
    'UID:weekly',
    'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Los_Angeles:20261124T090000',
    'DTSTART;TZID=America/Los_Angeles:20261124T110000',
    'DURATION:PT1H',
  );
  const free = event(
    'UID:weekly',
    'RECURRENCE-ID;TZID=America/Los_Angeles:20261208T090000',
    'DTSTART;TZID=America/Los_Angeles:20261208T110000',
    'DURATION:PT1H',
    'TRANSP:TRANSPARENT',
  );
  expect(busyOf(...weekly, ...later, ...free)).toEqual([
    '11-24 11:00–12:00',
    '12-01 11:00–12:00',
    '12-15 11:00–12:00',
  ]);
});

test('whole days that are repeated follow the owner’s clock, and so do those that are left out', () => {
  const lines = event(
    'UID:a',
    'DTSTART;VALUE=DATE:20261124',
    'DTEND;VALUE=DATE:20261126',
    'RRULE:FREQ=WEEKLY;UNTIL=20261208T080000Z',
    'EXDATE;VALUE=DATE:20261201',
  );
  expect(busyOf(...lines)).toEqual(['11-24 00:00–11-26 00:00', '12-08 00:00–12-10 00:00']);
});

const zone = (name: string, ...others: string[]): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...others,
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+1100',
  'TZOFFSETTO:+1000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=12',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+1000',
  'TZOFFSETTO:+1100',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=7',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test('a calendar’s own zone goes by its own rules, before and after its clocks change', () => {
  const lines = event(
    'DTSTART;TZID=Ours:20260101T090000',
    'DTEND;TZID=Ours:20260101T100000',
    'RRULE:FREQ=DAILY;UNTIL=20261207T230000Z',
  );
  const { busy, remarks } = read(calendar(...lines, ...zone('Ours')), {
    start: Date.UTC(2026, 11, 4),
    end: Date.UTC(2026, 11, 20),
    timeZone: 'UTC',
  });
  // From 6 December on ten hours, not eleven.
  expect(busy).toEqual([
    '12-04 22:00–23:00',
    '12-05 23:00–12-06 00:00',
    '12-06 23:00–12-07 00:00',
    '12-07 23:00–12-08 00:00',
  ]);
  expect(remarks).toEqual([]);
});

test('the times around a change of a calendar’s own clock', () => {
  const once = (local: string) =>
    busyTimes(calendar(...event(`DTSTART;TZID=Ours:${local}`, 'DURATION:PT1M'), ...zone('Ours')), {
      start: 0,
      end: Date.UTC(2030, 0, 1),
      timeZone,
    }).busy.map(({ start }) => new Date(start).toISOString().slice(5, 16));
  // Set back: the first of the two.
  expect(once('20261206T013000')).toEqual(['12-05T14:30']);
  expect(once('20261206T020000')).toEqual(['12-05T16:00']);
  // Set forward: by the offset before (RFC 5545 3.3.5).
  expect(once('20260705T013000')).toEqual(['07-04T15:30']);
  expect(once('20260705T023000')).toEqual(['07-04T16:30']);
  expect(once('20260705T030000')).toEqual(['07-04T16:00']);
});

test('a zone that no longer changes keeps its last offset', () => {
  const ended = zone('Ours').map((line) =>
    line.startsWith('RRULE') ? `${line};UNTIL=20160101T000000Z` : line,
  );
  const lines = event('DTSTART;TZID=Ours:20261124T090000', 'DURATION:PT1H');
  const { busy } = read(calendar(...ended, ...lines), { ...range, timeZone: 'UTC' });
  expect(busy).toEqual(['11-23 23:00–11-24 00:00']);
});

test.each([
  ['Europe/Berlin'],
  ['/freeassociation.sourceforge.net/Europe/Berlin'],
  ['/mozilla.org/20050126_1/Europe/Berlin'],
  ['W. Europe Standard Time'],
  // Exchange, without the quotation marks that commas and colons need.
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'],
  ['"(GMT+01:00) Somewhere, Berlin"'],
])('the zone of %s is that of Berlin', (name) => {
  expect(busyIn(`DTSTART;TZID=${name}:20261124T180000`, 'DURATION:PT1H')).toEqual([
    '11-24 09:00–10:00',
  ]);
});

test('a calendar’s zone for a place of the database, under any name, is the database’s', () => {
  const lines = event('DTSTART;TZID=Europe/Berlin:20261124T180000', 'DURATION:PT1H');
  expect(busyOf(...lines, ...zone('Europe/Berlin'))).toEqual(['11-24 09:00–10:00']);
  const others = event('DTSTART;TZID=Ours:20261124T180000', 'DURATION:PT1H');
  expect(busyOf(...others, ...zone('Ours', 'X-LIC-LOCATION:Europe/Berlin'))).toEqual([
    '11-24 09:00–10:00',
  ]);
});

test.each([
  ['tzone://Microsoft/Utc', '11-24 10:00–11:00'],
  ['tzone://Microsoft/Utc;VALUE=DATE-TIME', '11-24 10:00–11:00'],
  ['(UTC-07:00) Mountain Time (US & Canada)', '11-24 17:00–18:00'],
])('the zone that Exchange calls %s is known', (name, expected) => {
  expect(busyIn(`DTSTART;TZID=${name}:20261124T180000`, 'DURATION:PT1H')).toEqual([expected]);
});

test('a calendar’s own zone may have commas and colons in its name', () => {
  for (const [name, written] of [
    ['tzone://Microsoft/Custom', 'tzone://Microsoft/Custom'],
    ['(UTC+11:00) Here, There', '(UTC+11:00) Here\\, There'],
  ] as const) {
    const lines = event(
      `DTSTART;TZID=${name}:20261124T180000`,
      `DTEND;TZID=${name}:20261124T190000`,
    );
    expect(busyOf(...lines, ...zone(written))).toEqual(['11-23 23:00–11-24 00:00']);
  }
});

test('every zone of Windows is known', () => {
  const names = new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName));
  const lines = Array.from(names, (name) =>
    event(`DTSTART;TZID="${name}":20261124T180000`, 'DURATION:PT1H'),
  );
  expect(names.size).toBeGreaterThan(130);
  expect(read(calendar(...lines.flat())).remarks).toEqual([]);
});

test('busy periods that a calendar tells without events', () => {
  const lines = [
    'BEGIN:VFREEBUSY',
    'DTSTART:20261101T000000Z',
    'DTEND:20270101T000000Z',
    'FREEBUSY:20261124T170000Z/PT1H,20261125T170000Z/20261125T180000Z',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261126T170000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20261127T170000Z/PT1H',
    'END:VFREEBUSY',
  ];
  expect(busyOf(...lines)).toEqual(['11-24 09:00–10:00', '11-25 09:00–10:00', '11-26 09:00–10:00']);
});

test('several events are told ascending and without overlaps, of tasks nothing', () => {
  const lines = [
    ...event('DTSTART:20261125T090000', 'DURATION:PT1H'),
    ...event('DTSTART:20261124T093000', 'DURATION:PT1H'),
    ...event('DTSTART:20261124T090000', 'DURATION:PT1H'),
    ...['BEGIN:VTODO', 'DTSTART:20261127T090000', 'DURATION:PT1H', 'END:VTODO'],
  ];
  expect(busyOf(...lines)).toEqual(['11-24 09:00–10:30', '11-25 09:00–10:00']);
});

test.each<[string, string[], string[], string[]]>([
  [
    'an unknown zone is taken for the owner’s',
    event('DTSTART;TZID=Mars/Olympus:20261124T090000', 'DURATION:PT1H'),
    ['11-24 09:00–10:00'],
    ['4: The time zone is unknown: the time is taken for one of America/Los_Angeles.'],
  ],
  [
    'a zone that Intl alone knows is unknown, and the next event is read',
    [
      ...event('DTSTART;TZID=IST:20261124T090000', 'DURATION:PT1H'),
      ...event('DTSTART:20261125T090000', 'DURATION:PT1H'),
    ],
    ['11-24 09:00–10:00', '11-25 09:00–10:00'],
    ['4: The time zone is unknown: the time is taken for one of America/Los_Angeles.'],
  ],
  [
    'an end that is none, or before the begin, makes a day',
    [
      ...event('DTSTART:20261124T090000', 'DTEND:2026'),
      ...event('DTSTART:20261126T090000', 'DTEND:20261126T080000'),
      ...event('DTSTART:20261128T090000', 'DURATION:an hour'),
    ],
    ['11-24 09:00–11-25 09:00', '11-26 09:00–11-27 09:00', '11-28 09:00–11-29 09:00'],
    [
      '5: A time of DTEND cannot be read.',
      '3: The end of an event cannot be read: it counts as a day long.',
      '7: The end of an event cannot be read: it counts as a day long.',
      '11: The end of an event cannot be read: it counts as a day long.',
    ],
  ],
  [
    'an event without a begin is left out, and the next is read',
    [
      ...event('DTSTART:20260230T090000', 'DURATION:PT1H'),
      ...event('DURATION:PT1H'),
      ...event('DTSTART:20261124T090000', 'DURATION:PT1H'),
    ],
    ['11-24 09:00–10:00'],
    [
      '4: A time of DTSTART cannot be read.',
      '3: The start of an event cannot be read: it is left out.',
      '7: The start of an event cannot be read: it is left out.',
    ],
  ],
  [
    'a rule that is none makes every day',
    event('DTSTART:20261217T090000', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'),
    ['12-17 09:00–10:00', '12-18 09:00–10:00', '12-19 09:00–10:00'],
    ['6: How an event is repeated cannot be read: it counts as repeated every day.'],
  ],
  [
    'an exception that is none changes nothing',
    event('DTSTART:20261124T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:x'),
    ['11-24 09:00–10:00', '11-25 09:00–10:00'],
    ['7: A time of EXDATE cannot be read.'],
  ],
  [
    'a replacement whose start cannot be read takes its day',
    [
      ...event('UID:a', 'DTSTART:20261124T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('UID:a', 'RECURRENCE-ID:20261125T090000', 'DTSTART:tomorrow'),
    ],
    ['11-24 09:00–10:00', '11-25 00:00–11-26 00:00'],
    [
      '12: A time of DTSTART cannot be read.',
      '9: The start of an event cannot be read: the whole day counts as busy.',
    ],
  ],
  [
    'an event that does not end spoils no other',
    [
      'BEGIN:VEVENT',
      'DTSTART:20261124T090000',
      'DURATION:PT1H',
      ...event('DTSTART:20261125T090000', 'DURATION:PT1H', 'not a line', ';;;:::'),
    ],
    ['11-24 09:00–10:00', '11-25 09:00–10:00'],
    [
      '3: The VEVENT that begins here has no end.',
      '9: This line cannot be read: something is wrong with its beginning.',
    ],
  ],
])('%s', (_, lines, busy, remarks) => {
  expect(read(calendar(...lines))).toEqual({ busy, remarks });
});

test('of a calendar that breaks off, what is there is read, and that is said', () => {
  const lines = event('DTSTART:20261124T090000', 'DURATION:PT1H', 'SUMMARY:Secret');
  const text = calendar(...lines).slice(0, -30);
  const { busy, remarks } = read(text);
  expect(busy).toEqual(['11-24 09:00–10:00']);
  expect(remarks[0]).toBe('6: The calendar breaks off here.');
});

test.each([
  '',
  '<!doctype html><html><body>Sign in\r\nBEGIN:VEVENT</body></html>',
  '\0\u{1f600}\ud800',
  'BEGIN:VCALENDAR',
])('“%s” is no calendar', (text) => {
  const result = busyTimes(text, { ...range, timeZone });
  expect(result.busy).toEqual([]);
  expect(result.isWhole).toBe(false);
  expect(result.remarks).not.toEqual([]);
});

test('remarks are few, and say nothing of an event', () => {
  const secret = 'Dentist';
  const lines = event(
    `UID:${secret}`,
    `SUMMARY:${secret}`,
    `DTSTART;TZID=${secret}:${secret}`,
    `DTEND;${secret}:${secret}`,
    `RRULE:FREQ=${secret}`,
    `EXDATE:${secret}`,
  );
  const { remarks } = busyTimes(calendar(...Array.from({ length: 50 }, () => lines).flat()), {
    ...range,
    timeZone,
  });
  expect(remarks).toHaveLength(20);
  expect(remarks.at(-1)?.message).toMatch(/^Here and below, \d+ more things could not be read\.$/);
  expect(JSON.stringify(remarks)).not.toContain(secret);
});

/** Milliseconds; a tenth of it, on a machine with nothing else to do. Without limits, it takes twelve seconds or never ends. */
const soon = 6000;
const everything = ['11-20 00:00–12-20 00:00'];
const numbers = (until: number) => Array.from({ length: until }, (_, index) => index).join();

test.each<[string, string, string[]]>([
  ['every second without end', 'FREQ=SECONDLY', everything],
  ['every second until a day', 'FREQ=SECONDLY;UNTIL=20261124T000000', ['11-20 00:00–11-24 01:00']],
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
  const startedAt = performance.now();
  const { busy, remarks } = read(calendar(...lines));
  expect(performance.now() - startedAt).toBeLessThan(soon);
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
  const startedAt = performance.now();
  read(calendar(...lines));
  expect(performance.now() - startedAt).toBeLessThan(soon);
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
  const startedAt = performance.now();
  busyTimes(repeated(amount(300, 10_000), 9000), { ...range, timeZone });
  expect(performance.now() - startedAt).toBeLessThan(soon);
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
    busyTimes(calendar(...lines(count)), { ...range, timeZone, mostWork: 2000 });
  expect(readIn(3000)).toEqual({
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
  const startedAt = performance.now();
  expect(read(many(60_000))).toEqual({
    busy: everything,
    remarks: ['1: There are more than 50000 events: all the time counts as busy.'],
  });
  expect(performance.now() - startedAt).toBeLessThan(soon);
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
});
