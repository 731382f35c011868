import type { Temporal } from 'temporal-polyfill';
import type { Availability } from '#model/availability.ts';
import { readDays, readHours } from '#model/hours.ts';
import { weekdays } from '#model/vocabulary.ts';
import type { Interval } from './interval.ts';
import { hour, merge, minute, overlap } from './interval.ts';
import { dayIn, firstInstant, zonedTime } from './zones.ts';

// When the owner's clock is set forward or back: a time that it skips is not offered, and a time that it shows
// twice is offered once, at its first instant. Hours run from the first instant of their start to that of their
// end, or to the change that skips the end. Adjacent hours are one range, also across midnight. The minutes of a
// conversation are elapsed time.

/** The facts that decide whether a time is free. All instants are epoch milliseconds. */
export interface Situation {
  availability: Availability;
  /** The duration of the conversation. */
  minutes: number;
  /**
   * The intervals that must stay clear, in any order: the owner's appointments, and bookings with their
   * buffers (`blockedBy`).
   */
  busy: readonly Interval[];
  /** Dates in the owner's zone, as `dateIn` returns them, that have `mostPerDay` bookings. */
  full: ReadonlySet<string>;
  now: number;
}

/** The reason why a time cannot be booked. */
export type Obstacle =
  | 'past'
  | 'tooSoon'
  | 'tooLate'
  | 'dayOff'
  | 'outsideHours'
  | 'betweenTimes'
  | 'dayFull'
  | 'taken';

/** Returns the interval of a conversation with its buffers, which nothing else may overlap. */
export const blockedBy = (
  { buffers }: Pick<Availability, 'buffers'>,
  start: number,
  minutes: number,
): Interval => ({
  start: start - buffers.before * minute,
  end: start + (minutes + buffers.after) * minute,
});

const isDayOff = ({ daysOff }: Availability, date: string): boolean =>
  daysOff.some((written) => {
    const days = readDays(written);
    return days !== null && days.first <= date && date <= days.last;
  });

/** Returns the owner's hours on a date, and the times that `step` divides them into; none on a day off. */
const hoursOn = (availability: Availability, date: Temporal.PlainDate) => {
  const { timeZone, weeklyHours, step } = availability;
  if (isDayOff(availability, date.toString())) return { hours: [], times: [] };
  const { start, end } = dayIn(date.toString(), timeZone);
  const timeOf = (minuteOfDay: number) => date.toPlainDateTime().add({ minutes: minuteOfDay });
  // No zone sets its clock forward and back on one date, so 24 hours mean no change. Sums are ten times as fast.
  const isPlain = end - start === 24 * hour;
  const instantOf = (minuteOfDay: number) =>
    isPlain ? start + minuteOfDay * minute : firstInstant(timeOf(minuteOfDay), timeZone);
  const isShown = (minuteOfDay: number) =>
    isPlain ||
    zonedTime(instantOf(minuteOfDay), timeZone).toPlainDateTime().equals(timeOf(minuteOfDay));

  const weekday = weekdays[date.dayOfWeek - 1];
  const ranges = ((weekday && weeklyHours[weekday]) ?? [])
    .flatMap((written) => readHours(written) ?? [])
    .sort((one, other) => one.begin - other.begin);
  const hours = ranges.map(({ begin, end }) => ({ start: instantOf(begin), end: instantOf(end) }));
  const times = ranges
    .flatMap(({ begin, end }) =>
      Array.from({ length: Math.ceil((end - begin) / step) }, (_, index) => begin + index * step),
    )
    .filter(isShown)
    .map(instantOf);
  return { hours, times };
};

/** The maximum number of days after its start on which a conversation ends: two, because a zone once skipped a day. */
const daysAfter = 2;

/** Returns the times of each date, and a function that checks whether a conversation fits into the hours. */
const openFrom = (
  { availability, minutes }: Situation,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
) => {
  const days = Array.from({ length: first.until(last).days + 1 + daysAfter }, (_, index) => {
    const date = first.add({ days: index });
    return { date: date.toString(), ...hoursOn(availability, date) };
  });
  const hours = merge(days.flatMap((day) => day.hours));
  const fits = (time: number): boolean => {
    const within = hours.findLast(({ start }) => start <= time);
    return within !== undefined && time + minutes * minute <= within.end;
  };
  return { days: days.slice(0, -daysAfter), fits };
};

/** Returns the half-open interval of instants that can be offered. */
const limitsOf = ({ availability, now }: Situation): Interval => {
  const { timeZone, shortestNotice, horizon } = availability;
  const last = zonedTime(now, timeZone).toPlainDate().add({ days: horizon });
  return { start: now + shortestNotice * hour, end: dayIn(last.toString(), timeZone).end };
};

const isTaken = ({ availability, minutes, busy }: Situation, time: number): boolean => {
  const blocked = blockedBy(availability, time, minutes);
  return busy.some((other) => overlap(blocked, other));
};

/**
 * Returns the times at which a conversation can begin: on the steps of the owner's hours, so that it ends within
 * the hours, does not overlap busy times with its buffers, and is neither sooner than the shortest notice nor
 * later than the horizon, which ends with a day in the owner's zone.
 * @param range of the times, epoch milliseconds
 * @returns epoch milliseconds, ascending
 */
export const freeTimes = (situation: Situation, range: Interval): number[] => {
  const { availability, full } = situation;
  const limits = limitsOf(situation);
  const start = Math.max(range.start, limits.start);
  const end = Math.min(range.end, limits.end);
  if (start >= end) return [];
  const dateOf = (time: number) => zonedTime(time, availability.timeZone).toPlainDate();
  const { days, fits } = openFrom(situation, dateOf(start), dateOf(end - 1));
  return days
    .filter(({ date }) => !full.has(date))
    .flatMap(({ times }) => times)
    .filter((time) => start <= time && time < end && fits(time) && !isTaken(situation, time));
};

/**
 * Returns the reason why a conversation cannot begin at a requested time; null exactly for the times that
 * `freeTimes` returns.
 * @param time epoch milliseconds
 */
export const obstacleTo = (situation: Situation, time: number): Obstacle | null => {
  const { availability, full, now } = situation;
  const limits = limitsOf(situation);
  if (time < now) return 'past';
  if (time < limits.start) return 'tooSoon';
  if (time >= limits.end) return 'tooLate';
  const date = zonedTime(time, availability.timeZone).toPlainDate();
  if (isDayOff(availability, date.toString())) return 'dayOff';
  const { days, fits } = openFrom(situation, date, date);
  if (!fits(time)) return 'outsideHours';
  if (!days[0]?.times.includes(time)) return 'betweenTimes';
  if (full.has(date.toString())) return 'dayFull';
  return isTaken(situation, time) ? 'taken' : null;
};
