import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '#model/time-zone.ts';
import { day } from './interval.ts';
import { createMemo } from './memo.ts';

/**
 * Returns the name of an IANA zone in the database's spelling: `Europe/Berlin` for `europe/berlin`.
 * @returns null for other names, and for offsets such as `+01:00`
 */
export const readTimeZone = (name: string): string | null =>
  isTimeZone(name) ? zonedTime(0, name).timeZoneId : null;

/** @param instant epoch milliseconds */
export const zonedTime = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

/**
 * Returns the first instant at which a clock in the zone shows a time (as RFC 5545 3.3.5 does for times that
 * occur twice), or the instant at which the clock is set forward over it.
 */
export const firstInstant = (time: Temporal.PlainDateTime, timeZone: string): number => {
  const earlier = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(time)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition('next')?.epochMilliseconds ?? earlier.epochMilliseconds;
};

/**
 * Returns the instant of a time on a clock in the zone.
 * @param text such as `2026-11-24T14:30`
 * @returns epoch milliseconds, or null if the text is not a time
 */
export const instantOf = (text: string, timeZone: string): number | null => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  try {
    return firstInstant(Temporal.PlainDateTime.from(text, { overflow: 'reject' }), timeZone);
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
};

/** Returns the date of an instant on a calendar in the zone, such as `2026-11-24`. */
export const dateIn = (instant: number, timeZone: string): string =>
  zonedTime(instant, timeZone).toPlainDate().toString();

/** Returns the half-open interval of a date such as `2026-11-24` in a zone, usually of 23 to 25 hours. */
export const dayIn = (date: string, timeZone: string): { start: number; end: number } => {
  const first = Temporal.PlainDate.from(date);
  const startOf = (each: Temporal.PlainDate) => firstInstant(each.toPlainDateTime(), timeZone);
  return { start: startOf(first), end: startOf(first.add({ days: 1 })) };
};

/** The words for an instant, of which each page shows some. */
export interface TimeInWords {
  /** `2026-11-24`, to group by. */
  day: string;
  /** `Tuesday, November 24, 2026` */
  date: string;
  /** `9:00 AM`, with a no-break space */
  time: string;
  /** `Pacific Standard Time`, or the offset if the language has no name for the zone. */
  zone: string;
  /** `UTC−8` */
  offset: string;
}

const formats = createMemo<string, Intl.DateTimeFormat>(100);

/** Caches formats, because creating one takes a tenth of a millisecond; only some, because visitors choose zones. */
const formatOf = (
  language: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat =>
  formats(
    [language, timeZone, ...Object.entries(options)].join(),
    () => new Intl.DateTimeFormat(language, { timeZone, ...options }),
  );

/** Returns an offset such as `UTC+5:45`, `UTC−8` or `UTC`. */
const offsetIn = (instant: number, timeZone: string): string =>
  formatOf('en', timeZone, { timeZoneName: 'shortOffset' })
    .format(instant)
    .replace(/.*GMT(?:\+0$)?/, 'UTC')
    .replace('-', '−');

/**
 * @param instant epoch milliseconds
 * @param timeZone as `readTimeZone` returns it
 * @param language such as `site.language`
 */
export const timeInWords = (instant: number, timeZone: string, language: string): TimeInWords => {
  const offset = offsetIn(instant, timeZone);
  const name = formatOf(language, timeZone, { timeZoneName: 'long' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return {
    day: dateIn(instant, timeZone),
    date: formatOf(language, timeZone, { dateStyle: 'full' }).format(instant),
    time: formatOf(language, timeZone, { timeStyle: 'short' })
      .format(instant)
      .replace(/\s/g, '\u00a0'),
    // Intl returns GMT−03:00 for a zone without a name.
    zone: name === undefined || /^(?:GMT|UTC)[+−-]/.test(name) ? offset : name,
    offset,
  };
};

/**
 * Returns the week of a date such as `2026-11-24`, in words such as `November 23 – 29, 2026`.
 * @param language such as `site.language`
 */
export const weekInWords = (date: string, language: string): string => {
  const given = Date.parse(date);
  const monday = given - ((new Date(given).getUTCDay() + 6) % 7) * day;
  return formatOf(language, 'UTC', { dateStyle: 'long' }).formatRange(monday, monday + 6 * day);
};

/** Cities that runtimes list by a former name or spelling. */
const presentNames: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** Returns a zone's label in a list, such as `Isle of Man` for `Europe/Isle_of_Man`. */
export const zoneLabel = (name: string): string => {
  // The sign of these names is reversed: Etc/GMT+8 is UTC−8.
  if (/^Etc\/GMT[+-]/.test(name)) return offsetIn(0, name);
  const label = name.slice(name.indexOf('/') + 1).replaceAll('_', ' ');
  return presentNames[label] ?? label;
};

/** Returns all zones of the runtime by region, such as `Europe`. Labels are not translated. */
export const zoneGroups = () => {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  const groups = Map.groupBy(all, (name) => name.split('/')[0] ?? name);
  return Array.from(groups, ([region, names]) => ({
    region,
    zones: names
      .map((name) => ({ name, label: zoneLabel(name) }))
      .sort((one, other) => one.label.localeCompare(other.label, 'en')),
  }));
};
