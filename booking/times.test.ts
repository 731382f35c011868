import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import type { Availability } from '#model/availability.ts';
import { readDays, readHours } from '#model/hours.ts';
import { weekdays } from '#model/vocabulary.ts';
import { amount } from '../tests/amount.ts';
import { hour, minute } from './interval.ts';
import { freeTimes, obstacleTo, type Situation } from './times.ts';

const everyDay = (...hours: string[]): Availability['weeklyHours'] =>
  Object.fromEntries(weekdays.map((day) => [day, hours]));

const availability: Availability = {
  timeZone: 'America/Los_Angeles',
  weeklyHours: everyDay('09:00–12:00', '13:00-15:00'),
  step: 30,
  buffers: { before: 0, after: 0 },
  shortestNotice: 0,
  horizon: 60,
  mostPerDay: 3,
  daysOff: [],
};

const situation = (
  changes: Partial<Availability> = {},
  others: Partial<Omit<Situation, 'availability'>> = {},
): Situation => ({
  availability: { ...availability, ...changes },
  minutes: 60,
  busy: [],
  full: new Set(),
  now: at('2026-11-01T00:00'),
  ...others,
});

const at = (local: string, zone = 'America/Los_Angeles'): number =>
  DateTime.fromISO(local, { zone }).toMillis();

test('a conversation may continue past midnight, across a day that the zone skipped', () => {
  const timeZone = 'Pacific/Apia';
  const now = at('2011-12-29', timeZone);
  const weeklyHours = everyDay('00:00–01:00', '23:00–24:00');
  const times = freeTimes(situation({ timeZone, weeklyHours }, { now }), {
    start: now,
    end: now + 24 * hour,
  });
  const starts = ['2011-12-29T00:00', '2011-12-29T23:00', '2011-12-29T23:30'];
  expect(times).toEqual(starts.map((start) => at(start, timeZone)));
});

const obstacles = `2026-11-24T10:30 null|2026-11-23T09:00 past|2026-11-23T14:00 tooSoon|2027-01-05T10:00 tooLate|
  2026-11-26T10:00 dayOff|2026-11-25T03:00 outsideHours|2026-11-24T11:30 outsideHours|2026-11-24T10:10 betweenTimes|
  2026-11-25T10:00 dayFull|2026-11-27T09:00 taken|9e15 tooLate`;

test.each(obstacles.split('|').map((row) => row.trim().split(' ') as [string, string]))(
  'the obstacle to %s is %s',
  (time, obstacle) => {
    const given = situation(
      { shortestNotice: 24, horizon: 42, daysOff: ['2026-11-26'] },
      {
        now: at('2026-11-23T10:10'),
        full: new Set(['2026-11-25']),
        busy: [{ start: at('2026-11-27T09:30'), end: at('2026-11-27T09:45') }],
      },
    );
    const asked = time.includes('T') ? at(time) : Number(time);
    expect(String(obstacleTo(given, asked))).toBe(obstacle);
  },
);

// The model asks Luxon only for the offset at an instant, and looks at every quarter of an hour, so that it
// shares no arithmetic with zones with the code under test.

const quarter = 15 * minute;

interface Shown {
  instant: number;
  minuteOfDay: number;
}

/** Every quarter of an hour, by date. */
const clockFaces = (start: number, end: number, zone: string): Map<string, Shown[]> => {
  const faces = Array.from({ length: (end - start) / quarter }, (_, index) => {
    const instant = start + index * quarter;
    const shown = instant + DateTime.fromMillis(instant, { zone }).offset * minute;
    const date = new Date(shown).toISOString().slice(0, 10);
    return { instant, date, minuteOfDay: (shown - Date.parse(date)) / minute };
  });
  return Map.groupBy(faces, ({ date }) => date);
};

/**
 * Returns the free times of the days in `faces`, except the first and the last two: those may be incomplete, and
 * a conversation may continue into them. A conversation needs open quarters of an hour.
 */
const modelOf = (given: Situation, faces: Map<string, Shown[]>): number[] => {
  const { availability, minutes, busy, full, now } = given;
  const { daysOff, horizon, shortestNotice, step, timeZone, weeklyHours } = availability;
  const today = DateTime.fromMillis(now, { zone: timeZone });
  // Counted in UTC, because a zone can skip the day.
  const lastDate = today
    .setZone('UTC', { keepLocalTime: true })
    .plus({ days: horizon })
    .toISODate();
  const days = [...faces.entries()];
  const quartersFrom = (start: number, end: number) =>
    Array.from({ length: Math.max(0, (end - start) / quarter) }, (_, n) => start + n * quarter);

  const hours = days.flatMap(([date, shown], index) => {
    const isOff = daysOff.some((written) => {
      const { first, last } = readDays(written) ?? { first: '', last: '' };
      return date >= first && date <= last;
    });
    if (isOff) return [];
    const nextDay = days[index + 1]?.[1][0]?.instant ?? 0;
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? 'monday';
    return (weeklyHours[weekday] ?? []).map((written) => {
      const { begin, end } = readHours(written) ?? { begin: 0, end: 0 };
      const within = shown.filter(({ minuteOfDay }) => minuteOfDay >= begin);
      const until = within.find(({ minuteOfDay }) => minuteOfDay >= end)?.instant ?? nextDay;
      return { date, begin, within, until };
    });
  });
  const open = new Set(
    hours.flatMap(({ within, until }) => quartersFrom(within[0]?.instant ?? until, until)),
  );
  const whole = new Set(days.slice(1, -2).map(([date]) => date));
  return hours
    .filter(({ date }) => whole.has(date) && !full.has(date) && date <= (lastDate ?? ''))
    .flatMap(({ begin, within, until }) => {
      const seen = new Set<number>();
      return within.flatMap(({ instant, minuteOfDay }) => {
        if (seen.has(minuteOfDay)) return [];
        seen.add(minuteOfDay);
        const isOnGrid = (minuteOfDay - begin) % step === 0;
        return isOnGrid && instant < until ? [instant] : [];
      });
    })
    .filter((instant) =>
      quartersFrom(instant, instant + minutes * minute).every((each) => open.has(each)),
    )
    .filter((instant) => instant >= now + shortestNotice * hour)
    .filter((instant) => {
      const from = instant - availability.buffers.before * minute;
      const to = instant + (minutes + availability.buffers.after) * minute;
      return !busy.some(({ start, end }) => start < to && end > from);
    })
    .sort((one, other) => one - other);
};

const zones = Intl.supportedValuesOf('timeZone');
/** The first year in which all offsets are multiples of a quarter of an hour. */
const firstYear = 1980;
/** Some ranges are adjacent, also across midnight. */
const someHours = fc.subarray([
  ...['00:00–01:15', '01:15–02:30', '02:30–03:00', '09:00–12:00', '13:00–17:30', '22:00–23:45'],
  '23:45–24:00',
]);

/** Changes by half an hour, changes at midnight, a skipped day, and permanent changes. */
const notable = `Australia/Lord_Howe 2027-04-03, America/Santiago 2027-09-04, America/Havana 2027-03-13, Pacific/Apia 2011-12-28,
  Asia/Tehran 2022-03-20, Europe/Volgograd 2020-12-26, Pacific/Chatham 2028-04-01, Africa/Casablanca 2026-02-14`;
const place = fc.oneof(
  fc.record({
    timeZone: fc.constantFrom(...zones),
    about: fc.nat(60 * 366).map((count) => Date.UTC(firstYear) + count * 24 * hour),
  }),
  fc.constantFrom(...notable.split(/,\s+/)).map((each) => {
    const [timeZone = '', date = ''] = each.split(' ');
    return { timeZone, about: Date.parse(date) };
  }),
);

/** The ten days around the next change of the clocks, or around any instant in a zone without one. */
const somewhere = place.map(({ timeZone, about }) => {
  const offsetAt = (time: number) => DateTime.fromMillis(time, { zone: timeZone }).offset;
  const days = Array.from({ length: 366 }, (_, index) => about + index * 24 * hour);
  const change = days.find((time) => offsetAt(time) !== offsetAt(time + 24 * hour)) ?? about;
  return { timeZone, start: change - 4 * 24 * hour, end: change + 6 * 24 * hour };
});

test('free times equal the model’s with any hours, in any zone, around any clock change (behavior 9.2)', () => {
  fc.assert(
    fc.property(
      somewhere,
      fc.record({
        hours: fc.array(someHours, { minLength: 7, maxLength: 7 }),
        step: fc.constantFrom(15, 30, 45, 60),
        minutes: fc.constantFrom(15, 30, 45, 60, 90),
        buffers: fc.record({
          before: fc.constantFrom(0, 5, 15),
          after: fc.constantFrom(0, 10, 45),
        }),
        shortestNotice: fc.integer({ min: 0, max: 100 }),
        horizon: fc.integer({ min: 1, max: 12 }),
        busy: fc.array(fc.tuple(fc.nat(14_400), fc.integer({ min: 1, max: 400 }))),
        full: fc.nat(9),
        off: fc.nat(9),
        now: fc.integer({ min: -2000, max: 10_000 }),
      }),
      ({ timeZone, start, end }, { hours, minutes, busy, full, off, now, ...chosen }) => {
        const dateOn = (day: number) =>
          DateTime.fromMillis(start + day * 24 * hour, { zone: timeZone }).toISODate() ?? '';
        const weeklyHours = Object.fromEntries(
          weekdays.map((day, index) => [day, hours[index] ?? []]),
        );
        const daysOff = [`${dateOn(off)} – ${dateOn(off + 1)}`];
        const given = situation(
          { timeZone, weeklyHours, daysOff, ...chosen },
          {
            minutes,
            now: start + now * minute,
            full: new Set([dateOn(full)]),
            busy: busy.map(([from, length]) => ({
              start: start + from * minute,
              end: start + (from + length) * minute,
            })),
          },
        );
        const faces = clockFaces(start, end + 24 * hour, timeZone);
        const whole = [...faces.values()].slice(1, -2).flat();
        const range = {
          start: whole[0]?.instant ?? 0,
          end: (whole.at(-1)?.instant ?? 0) + quarter,
        };
        const free = freeTimes(given, range);
        expect(free).toEqual(modelOf(given, faces));
        const offered = new Set(free);
        const some = whole.filter((_, index) => index % 7 === 0).map(({ instant }) => instant);
        for (const time of [...some, ...free]) {
          expect(obstacleTo(given, time) === null).toBe(offered.has(time));
        }
      },
    ),
    { numRuns: amount(50, 300) },
  );
});
