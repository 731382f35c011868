import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Availability, availabilitySchema, mostTimes } from './availability.ts';
import { readDays, readHours } from './hours.ts';
import { judge } from './plain-words.ts';
import { weekdays } from './vocabulary.ts';
import { parseYaml } from './yaml.ts';

const availability: Availability = {
  timeZone: 'Europe/Stockholm',
  weeklyHours: { monday: ['09:00–12:30', '13:00–24:00'], sunday: [] },
  ...{ step: 30, buffers: { before: 0, after: 10 }, shortestNotice: 24, horizon: 42 },
  ...{ mostPerDay: 3, daysOff: ['2026-12-24', '2026-12-24 – 2027-01-06'] },
};

const mistakesIn = (value: unknown): string[] => {
  const source = parseYaml('content/availability.yaml', stringify(value), availabilitySchema);
  return judge(availabilitySchema, source).mistakes.map(({ message }) => message);
};

test('hours and days are read in the forms that people write', () => {
  expect(readHours('09:00–12:30')).toEqual({ begin: 540, end: 750 });
  expect(readHours('00:00 - 24:00')).toEqual({ begin: 0, end: 1440 });
  expect(readDays('2026-12-24–2027-01-06')).toEqual({ first: '2026-12-24', last: '2027-01-06' });
  expect(readDays('2028-02-29')).not.toBeNull();
});

test.each([availability, null])('valid hours and null have no mistakes', (value) => {
  expect(mistakesIn(value)).toEqual([]);
});

test('hours with more times than the page has room for are refused', () => {
  const hours = weekdays.map((day) => [day, ['00:00–12:30']]);
  const withHorizon = (horizon: number) =>
    mistakesIn({ ...availability, weeklyHours: Object.fromEntries(hours), horizon });
  expect([mostTimes, withHorizon(34)]).toEqual([1000, []]);
  // Six weeks of 175 times each are too many.
  const mistake =
    'step is 30, which makes up to 1050 times of these hours and a horizon of 35 days';
  const remedy = 'make step larger, the horizon smaller or the hours fewer';
  expect(withHorizon(35)).toEqual([`${mistake}; the page has room for 1000: ${remedy}`]);
});

/** An owner’s changes in YAML, each with its mistake. */
const mistakes = `weeklyHours: { monday: ["22:00–02:00"] }
→ the 1st entry of weeklyHours.monday must end after it begins; hours past midnight are two entries, 22:00–24:00 and 00:00–02:00 of the next day, but is “22:00–02:00”
weeklyHours: { monday: ["17:00 - 00:00"] }
→ the 1st entry of weeklyHours.monday must end after it begins; the end of a day is 24:00, but is “17:00 - 00:00”
weeklyHours: { sunday: ["09:00–12:00", "12:00–14:00", "11:59–13:00"] }
→ the 3rd entry of weeklyHours.sunday must not overlap 09:00–12:00, as 11:59–13:00 does
weeklyHours: { monday: "09:00–12:00" }
→ weeklyHours.monday must be a list (in the file: with “- ” before each entry), but is “09:00–12:00”
weeklyHours: { monday: [] }
→ weeklyHours has no hours (in the file: to offer none, write null instead of all the fields)
daysOff: [2026-12-24 – 2026-12-23]
→ the 1st entry of daysOff must end after it begins, but is “2026-12-24 – 2026-12-23”
{ shortestNotice: 48, horizon: 2 }
→ shortestNotice must be less than the horizon, or no time is ever offered, but is 48
step: 2.5
→ step must be a whole number of minutes, 5 to 240, but is 2.5`;

test.each([
  ...mistakes.split(/\n(?!→)/).map((row) => row.split('\n→ ')),
  ...['9:00–12:00', '09:00–25:00', '24:00–24:00', '09:60–12:00', '09:00 to 12:00'].map((hours) => [
    `weeklyHours: { monday: ["${hours}"] }`,
    `the 1st entry of weeklyHours.monday must be hours such as 09:00–12:30 or 13:00–24:00, but is “${hours}”`,
  ]),
  ...['2026-02-30', 'Christmas'].map((day) => [
    `daysOff: [${day}]`,
    `the 1st entry of daysOff must be a day (2026-12-24) or a range of days (2026-12-24 – 2027-01-01), but is “${day}”`,
  ]),
])('%s: the mistake is one sentence that names the place', (changes = '', expected) => {
  expect(mistakesIn({ ...availability, ...parse(changes) })).toEqual([expected]);
});
