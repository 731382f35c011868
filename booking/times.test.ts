import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { Availability } from '#model/availability.ts';
import { weekdays } from '#model/vocabulary.ts';
import { day, hour, minute } from './interval.ts';
import { freeTimes, obstacleTo, type Situation } from './times.ts';
import { dayIn, zonedTime } from './zones.ts';

const everyDay = (...hours: string[]): Availability['weeklyHours'] =>
  Object.fromEntries(weekdays.map((day) => [day, hours]));

const availability: Availability = {
  timeZone: 'America/Los_Angeles',
  weeklyHours: everyDay('09:00–12:00', '13:00-15:00'),
  ...{ step: 30, buffers: { before: 0, after: 0 }, mostPerDay: 3 },
  ...{ shortestNotice: 0, horizon: 60, daysOff: [] },
};

const at = (local: string, zone = 'America/Los_Angeles'): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const nothing = { minutes: 60, busy: [], full: new Set<string>(), now: at('2026-11-01T00:00') };
const situation = (changes: Partial<Availability>, others: Partial<Situation>): Situation => ({
  ...{ ...nothing, ...others },
  availability: { ...availability, ...changes },
});

/** Returns the free times of a date; the reason why a time cannot be booked is null exactly for these. */
const freeOn = (date: string, given: Situation): string[] => {
  const { timeZone } = given.availability;
  const { start, end } = dayIn(date, timeZone);
  const range = { start, end: end + 10 * hour };
  const free = freeTimes(given, range);
  for (let time = start; time < range.end; time += 15 * minute) {
    expect(obstacleTo(given, time) === null).toBe(free.includes(time));
  }
  const show = (time: number) => {
    const shown = zonedTime(time, timeZone);
    return shown.toPlainTime().toString({ smallestUnit: 'minute' }) + shown.offset;
  };
  return free.filter((time) => time < end).map(show);
};

/** Hours, and the times at which an hour is free, with the offset of the clock. */
const rows = `
the last conversation ends with the hours | 2026-11-24 Europe/Berlin | 13:00–14:00 09:00–10:30 | 09:00+01:00 09:30+01:00 13:00+01:00
adjacent hours are one range | 2026-11-24 Europe/Berlin | 09:00–10:15 10:15–11:00 | 09:00+01:00 09:30+01:00 10:00+01:00
… of which each has its own steps | 2026-11-24 Europe/Berlin | 09:00–09:45 09:45–11:00 | 09:00+01:00 09:30+01:00 09:45+01:00
a gap divides them | 2026-11-24 Europe/Berlin | 09:00–10:00 10:01–11:00 | 09:00+01:00
a conversation may continue past midnight | 2026-11-24 Europe/Berlin | 00:00–00:30 22:30–24:00 | 22:30+01:00 23:00+01:00 23:30+01:00
… also over a day that the zone skips | 2011-12-29 Pacific/Apia | 00:00–01:00 23:00–24:00 | 00:00-10:00 23:00-10:00 23:30-10:00
times that occur twice are offered once, and minutes are elapsed time | 2026-11-01 America/Los_Angeles | 00:00–03:00 | 00:00-07:00 00:30-07:00 01:00-07:00 01:30-07:00 02:00-08:00
skipped times are not offered | 2027-03-14 America/Los_Angeles | 01:00–04:00 | 01:00-08:00 01:30-08:00 03:00-07:00
hours begin in an hour that is skipped | 2027-03-14 America/Los_Angeles | 02:15–04:30 | 03:15-07:00
hours end in an hour that is skipped | 2027-03-14 America/Los_Angeles | 00:00–02:15 | 00:00-08:00 00:30-08:00 01:00-08:00
hours begin in an hour that occurs twice | 2026-11-01 America/Los_Angeles | 01:30–03:00 | 01:30-07:00 02:00-08:00
hours end in an hour that occurs twice | 2026-11-01 America/Los_Angeles | 00:00–01:30 | 00:00-07:00 00:30-07:00
the clock changes by half an hour | 2027-04-04 Australia/Lord_Howe | 01:00–03:00 | 01:00+11:00 01:30+11:00 02:00+10:30
the day begins at one o’clock | 2027-09-05 America/Santiago | 00:00–03:00 | 01:00-03:00 01:30-03:00 02:00-03:00
midnight occurs twice | 2026-11-01 America/Havana | 00:00–02:00 | 00:00-04:00 00:30-04:00 01:00-05:00
`;

type Row = [title: string, place: string, hours: string, free: string];
const days = rows.match(/.+/g)?.map((row) => row.split(' | ') as Row) ?? [];

test.each(days)('%s (behavior 9.2)', (_, place, hours, free) => {
  const [date = '', timeZone = ''] = place.split(' ');
  const weeklyHours = everyDay(...hours.split(' '));
  const given = situation({ timeZone, weeklyHours }, { now: at(date, timeZone) - day });
  expect(freeOn(date, given)).toEqual(free.split(' '));
});

const wholeDay = { horizon: 0, step: 240, weeklyHours: everyDay('00:00–24:00') };
const nights = { weeklyHours: everyDay('00:00–01:00', '22:00–24:00'), daysOff: ['2026-11-25'] };

test.each<[string, Partial<Availability>, Partial<Situation>, string]>([
  ['without the shortest notice', { shortestNotice: 1 }, {}, '10:30 11:00 13:00 13:30 14:00'],
  ['until the horizon, which ends with a day', wholeDay, {}, '12:00 16:00 20:00'],
  ['on a full day', {}, { full: new Set(['2026-11-24']) }, ''],
  ['within days off', { daysOff: ['2026-11-23 – 2026-11-24'] }, {}, ''],
  ['before a day off, into which they would continue', nights, {}, '22:00 22:30 23:00'],
  [
    'with buffers around busy times',
    { step: 15, buffers: { before: 15, after: 30 } },
    { minutes: 30, busy: [{ start: at('2026-11-24T10:45'), end: at('2026-11-24T11:00') }] },
    '09:15 09:30 09:45 11:15 11:30 13:00 13:15 13:30 13:45 14:00 14:15 14:30',
  ],
])('the free times %s (behavior 9.2)', (_, changes, others, free) => {
  const given = situation(changes, { now: at('2026-11-24T09:10'), ...others });
  const times = free.split(' ').filter(Boolean);
  expect(freeOn('2026-11-24', given)).toEqual(times.map((time) => `${time}-08:00`));
});

const obstacles =
  `2026-11-24T10:30 null|2026-11-23T09:00 past|2026-11-23T14:00 tooSoon|2027-01-05T10:00 tooLate|
  2026-11-26T10:00 dayOff|2026-11-25T03:00 outsideHours|2026-11-24T11:30 outsideHours|2026-11-24T10:10 betweenTimes|
  2026-11-25T10:00 dayFull|2026-11-27T09:00 taken|9e15 tooLate`
    .split('|')
    .map((row) => row.trim().split(' ') as [string, string]);

test.each(obstacles)('the obstacle to %s is %s', (time, obstacle) => {
  const busy = [{ start: at('2026-11-27T09:30'), end: at('2026-11-27T09:45') }];
  const given = situation(
    { shortestNotice: 24, horizon: 42, daysOff: ['2026-11-26'] },
    { now: at('2026-11-23T10:10'), full: new Set(['2026-11-25']), busy },
  );
  const asked = time.includes('T') ? at(time) : Number(time);
  expect(String(obstacleTo(given, asked))).toBe(obstacle);
});
