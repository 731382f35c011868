// Reads the ranges in `content/availability.yaml`. Does not import zod, because the booking page also uses these
// functions.

/** A range of hours; `24:00` is the end of a day. */
const hoursPattern = /^([01]\d|2[0-3]):([0-5]\d) ?[–-] ?(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;
const daysPattern = /^(\d{4}-\d\d-\d\d)(?: ?[–-] ?(\d{4}-\d\d-\d\d))?$/;

const minuteOfDay = (hours = '24', minutes = '0'): number => Number(hours) * 60 + Number(minutes);

/**
 * Reads hours such as `09:00–12:30`.
 * @returns minutes since midnight, or null for other texts
 */
export const readHours = (text: string): { begin: number; end: number } | null => {
  const [found, beginHour, beginMinute, endHour, endMinute] = hoursPattern.exec(text) ?? [];
  if (found === undefined) return null;
  return { begin: minuteOfDay(beginHour, beginMinute), end: minuteOfDay(endHour, endMinute) };
};

/** Returns whether a date exists, unlike `2026-02-30`. */
const isDate = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/**
 * Reads a day such as `2026-12-24`, or several, such as `2026-12-24 – 2027-01-01`.
 * @returns dates that compare as text, or null for other texts
 */
export const readDays = (text: string): { first: string; last: string } | null => {
  const [, first = '', last = first] = daysPattern.exec(text) ?? [];
  return isDate(first) && isDate(last) ? { first, last } : null;
};
