import { Temporal } from 'temporal-polyfill';

/** Returns whether the IANA database has a name, such as Europe/London, but not +01:00 or PST. */
export const isTimeZone = (name: string): boolean => {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(0);
    return /^[a-z]/i.test(name) && instant.toZonedDateTimeISO(name) !== null;
  } catch {
    return false;
  }
};
