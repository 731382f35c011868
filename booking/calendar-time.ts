import { day, hour, minute } from './interval.ts';

// Reads the values of iCalendar (RFC 5545 3.3), including the nonstandard forms that programs write.

/** A date, or a time on a clock (RFC 5545 3.3.4, 3.3.5). */
export interface Time {
  /** The time that the clock shows, taken as UTC, in epoch milliseconds; for a date, its start. */
  wall: number;
  isDate: boolean;
  isUtc: boolean;
}

/**
 * Matches dates with Z or T:: (ical.js), and times of ISO 8601: with separators, without seconds, with fractions or an
 * offset, too.
 */
const timePattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T?Z$|T::$|T?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?(?:\d\d)?)?)?$/;

/** Writes an instant in UTC, such as `20261124T090000Z` (RFC 5545 3.3.5). */
export const utc = (instant: number): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

const most = { hours: 24, minutes: 59, seconds: 60 };

/** Removes blanks, quotation marks and marks of direction, which mean nothing, and reads Arabic and Persian digits. */
const bare = (text: string): string =>
  text
    .replace(/[\s"'\u200b-\u200f]/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toUpperCase();

/** @returns null for a date that does not exist, such as the thirtieth of February */
export const readTime = (text: string): Time | null => {
  const [matched, year, month, date, hours, minutes = 0, seconds = 0, zone] =
    timePattern.exec(bare(text)) ?? [];
  if (matched === undefined) return null;
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  const shown = new Date(midnight);
  if (shown.getUTCMonth() + 1 !== Number(month) || shown.getUTCDate() !== Number(date)) return null;
  const [h = 0, m, s] = [hours ?? 0, minutes, seconds].map(Number) as [number, number, number];
  if (h > most.hours || m > most.minutes || s > most.seconds || (h === 24 && m + s > 0))
    return null;
  const offset = zone === undefined || zone === 'Z' ? 0 : readOffset(zone);
  if (offset === null) return null;
  const wall = midnight + h * hour + m * minute + s * 1000 - offset;
  return { wall, isDate: hours === undefined, isUtc: zone !== undefined };
};

/** No clock has ever been farther from UTC. */
const farthestOffset = 16 * hour;

/** Reads offsets such as `-0800`, `+054500`, `+1`, `+01:00` and `0100` (RFC 5545 3.3.14), in milliseconds. */
export const readOffset = (text: string): number | null => {
  const [matched, sign, hours, minutes = 0, seconds = 0] =
    /^([+-]?)(\d\d|[1-9])[:.]?(\d\d)?:?(\d\d)?$/.exec(text.replace('−', '-')) ?? [];
  if (matched === undefined) return null;
  const size = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000;
  if (size >= farthestOffset) return null;
  return sign === '-' ? -size : size;
};

/** A length in milliseconds: first a part on the clock, where a day has 23 to 25 hours, then elapsed time. */
export interface Length {
  wall: number;
  exact: number;
}

const durationParts = [...'WDHMS'].map((unit) => `(?:(\\d{1,9}(?:\\.\\d+)?)${unit})?`).join('');
const durationPattern = new RegExp(`^\\+?P?(?:0+Y)?(?:0+M)?${durationParts}$`);

/**
 * Reads a duration (RFC 5545 3.3.6), also without P or T, with T before weeks (Synology), with 0 years and months
 * (PHP), with fractions (JavaScript), or without parts for 0 (ics.py).
 * @returns null for negative ones and other texts
 */
export const readDuration = (text: string): Length | null => {
  const [matched, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    durationPattern.exec(bare(text).replaceAll('T', '')) ?? [];
  if (!matched) return null;
  return {
    wall: (Number(weeks) * 7 + Number(days)) * day,
    exact: Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000,
  };
};
