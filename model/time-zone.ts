import { Temporal } from 'temporal-polyfill';

/** Returns whether a name is in the IANA database, such as Europe/London; offsets and short names are not. */
export const isTimeZone = (name: string): boolean => {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(0);
    return /^[a-z]/i.test(name) && instant.toZonedDateTimeISO(name) !== null;
  } catch {
    return false;
  }
};
