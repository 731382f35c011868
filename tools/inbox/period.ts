import { UsageError } from '../options.ts';

const setters = {
  d: (date: Date, count: number) => date.setUTCDate(date.getUTCDate() - count),
  w: (date: Date, count: number) => date.setUTCDate(date.getUTCDate() - 7 * count),
  m: (date: Date, count: number) => date.setUTCMonth(date.getUTCMonth() - count),
  y: (date: Date, count: number) => date.setUTCFullYear(date.getUTCFullYear() - count),
};

/** The beginning of a date (UTC), or the time so long ago. Throws a UsageError. */
export const parseTime = (option: string, text: string, now: Date): Date => {
  const [, count, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const date = new Date(now);
    setters[unit as keyof typeof setters](date, Number(count));
    return date;
  }
  const date = new Date(`${text}T00:00:00.000Z`);
  // JSON has null for an invalid date; a day such as 02-30 becomes another.
  if (/^\d{4}-\d\d-\d\d$/.test(text) && date.toJSON()?.startsWith(text)) return date;
  throw new UsageError(
    `${option} must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "${text}"`,
  );
};
