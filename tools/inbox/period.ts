import { Temporal } from 'temporal-polyfill';
import { UsageError } from '../options.ts';

/** Returns the beginning of a date (UTC), or the time so long ago. @throws UsageError */
export const parseTime = (option: string, text: string, now: Date): Date => {
  if (/^\d{1,4}[dwmy]$/.test(text)) {
    const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO('UTC');
    return new Date(today.subtract(`P${text.toUpperCase()}`).epochMilliseconds);
  }
  const date = new Date(`${text}T00:00:00.000Z`);
  // JSON has null for an invalid date; a day such as 02-30 becomes another.
  if (/^\d{4}-\d\d-\d\d$/.test(text) && date.toJSON()?.startsWith(text)) return date;
  throw new UsageError(
    `${option} must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "${text}"`,
  );
};
