import { Temporal } from 'temporal-polyfill';

/** Of the IANA database, such as Europe/London; no offset, and no short name that Intl alone knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(0);
    return /^[a-z]/i.test(name) && instant.toZonedDateTimeISO(name) !== null;
  } catch {
    return false;
  }
};
