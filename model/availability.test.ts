import { expect, test } from 'vitest';
import { type Availability, availabilitySchema, mostTimes } from './availability.ts';
import { findMistakesIn } from './content.ts';
import { readDays, readHours } from './hours.ts';
import { weekdays } from './vocabulary.ts';

const availability: Availability = {
  timeZone: 'Europe/Stockholm',
  weeklyHours: { monday: ['09:00–12:30', '13:00–24:00'], sunday: [] },
  step: 30,
  buffers: { before: 0, after: 10 },
  shortestNotice: 24,
  horizon: 42,
  mostPerDay: 3,
  daysOff: ['2026-12-24', '2026-12-24 – 2027-01-06'],
};

const mistakesIn = (value: unknown): string[] =>
  findMistakesIn(availabilitySchema(30), value, []).map(({ message }) => message);

test('hours and days are read as people write them', () => {
  expect(readHours('09:00–12:30')).toEqual({ begin: 540, end: 750 });
  expect(readHours('00:00 - 24:00')).toEqual({ begin: 0, end: 1440 });
  expect(readDays('2026-12-24')).toEqual({ first: '2026-12-24', last: '2026-12-24' });
  expect(readDays('2026-12-24–2027-01-06')).toEqual({ first: '2026-12-24', last: '2027-01-06' });
  expect(readDays('2026-12-24 - 2027-01-06')).toEqual({ first: '2026-12-24', last: '2027-01-06' });
  expect(readDays('2028-02-29')).not.toBeNull();
});

test('an owner has hours, or writes null', () => {
  expect(mistakesIn(availability)).toEqual([]);
  expect(mistakesIn(null)).toEqual([]);
});

test('short hours are enough where they adjoin others, also across midnight', () => {
  const weeklyHours = {
    monday: ['09:00–09:20', '09:20–09:30', '23:50–24:00'],
    tuesday: ['00:00–00:20'],
    saturday: ['23:45–24:00'],
    sunday: ['00:00–24:00'],
  };
  expect(mistakesIn({ ...availability, weeklyHours })).toEqual([]);
});

const everyDay = (hours: string) =>
  Object.fromEntries(weekdays.map((day) => [day, [hours]])) as Availability['weeklyHours'];

test('a page has as many times as it has room for', () => {
  // Forty days, of which each has 25.
  const most = { ...availability, weeklyHours: everyDay('00:00–12:30'), horizon: 39 };
  expect(mostTimes).toBe(1000);
  expect(mistakesIn(most)).toEqual([]);
  expect(mistakesIn({ ...most, horizon: 40 })).toEqual([
    'step is 30, which makes up to 1025 times of these hours and a horizon of 40 days; the page has room for 1000: make step larger, the horizon smaller or the hours fewer',
  ]);
  // From Monday to Monday.
  const mondays = { ...availability, weeklyHours: { monday: ['00:00–24:00'] }, step: 5 };
  expect(mistakesIn({ ...mondays, horizon: 14 })).toEqual([]);
  expect(mistakesIn({ ...mondays, horizon: 21 })).toHaveLength(1);
});

test.each<[string, Partial<Record<keyof Availability, unknown>>, ...string[]]>([
  [
    'hours that end before they begin',
    { weeklyHours: { monday: ['22:00–02:00', '12:00–12:00', '17:00 - 00:00'] } },
    'the 1st entry of weeklyHours.monday must end after it begins; hours past midnight are two entries, 22:00–24:00 and 00:00–02:00 of the next day, but is “22:00–02:00”',
    'the 2nd entry of weeklyHours.monday must end after it begins, but is “12:00–12:00”',
    'the 3rd entry of weeklyHours.monday must end after it begins; the end of a day is 24:00, but is “17:00 - 00:00”',
  ],
  [
    'hours in which no conversation fits',
    { weeklyHours: { monday: ['09:00–09:20'], sunday: ['12:00–12:30', '23:50–24:00'] } },
    'the 1st entry of weeklyHours.monday must leave room for the shortest consultation, which takes 30 minutes, but is “09:00–09:20”',
    'the 2nd entry of weeklyHours.sunday must leave room for the shortest consultation, which takes 30 minutes, but is “23:50–24:00”',
  ],
  [
    'hours that overlap',
    { weeklyHours: { monday: ['09:00–12:00', '12:00–14:00', '11:59–13:00'] } },
    'the 3rd entry of weeklyHours.monday must not overlap 09:00–12:00, as 11:59–13:00 does',
  ],
  ...['9:00–12:00', '09:00–25:00', '24:00–24:00', '09:60–12:00', '09:00 to 12:00', ''].map(
    (hours): [string, { weeklyHours: unknown }, string] => [
      `the hours “${hours}”`,
      { weeklyHours: { friday: [hours] } },
      `the 1st entry of weeklyHours.friday must be hours such as 09:00–12:30 or 13:00–24:00${hours && `, but is “${hours}”`}`,
    ],
  ),
  [
    'hours that are no list',
    { weeklyHours: { monday: '09:00–12:00' } },
    'weeklyHours.monday must be a list, with “- ” before each entry, but is “09:00–12:00”',
  ],
  [
    'a day that is misspelt',
    { weeklyHours: { munday: ['09:00–12:00'], tuesday: ['09:00–12:00'] } },
    'weeklyHours has no field “munday”; did you mean “monday”? It has monday, tuesday, wednesday, thursday, friday, saturday, sunday',
  ],
  [
    'no hours at all',
    { weeklyHours: { monday: [] } },
    'weeklyHours has no hours at all; without any, write null instead of all the fields',
  ],
  ...['+01:00', 'IST'].map((timeZone): [string, { timeZone: string }, string] => [
    `the time zone “${timeZone}”`,
    { timeZone },
    `timeZone must be the name of a time zone, such as America/Los_Angeles or Europe/London, but is “${timeZone}”`,
  ]),
  [
    'days that there are not',
    { daysOff: ['2026-02-30', '2026-12-24 – 2026-12-23', 'Christmas'] },
    'the 1st entry of daysOff must be a day such as 2026-12-24, or several, as 2026-12-24 – 2027-01-01, but is “2026-02-30”',
    'the 2nd entry of daysOff must end after it begins, but is “2026-12-24 – 2026-12-23”',
    'the 3rd entry of daysOff must be a day such as 2026-12-24, or several, as 2026-12-24 – 2027-01-01, but is “Christmas”',
  ],
  [
    'a notice as long as the horizon',
    { shortestNotice: 48, horizon: 2 },
    'shortestNotice must be less than the horizon, or no time is ever offered, but is 48',
  ],
  [
    'numbers that nobody can mean',
    {
      step: 0,
      buffers: { before: -5, after: 2.5 },
      shortestNotice: 'a day',
      horizon: 0,
      mostPerDay: 0,
    },
    'step must be a whole number of minutes, 5 to 240, but is 0',
    'buffers.before must be a whole number of minutes, 0 to 240, but is -5',
    'buffers.after must be a whole number of minutes, 0 to 240, but is 2.5',
    'shortestNotice must be a whole number of hours, 0 to 720, but is “a day”',
    'horizon must be a whole number of days, 2 to 366, but is 0',
    'mostPerDay must be a whole number of conversations, 1 to 48, but is 0',
  ],
])('%s: each mistake is one sentence that names the place', (_what, changes, ...expected) => {
  expect(mistakesIn({ ...availability, ...changes })).toEqual(expected);
});
