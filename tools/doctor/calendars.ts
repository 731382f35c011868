import { createCalendars, readCalendarAddresses } from '#booking/calendars.ts';
import { availability } from '#content/availability.ts';
import { identity } from '#content/identity.ts';
import { type Finding, warning } from './finding.ts';

/**
 * What the site would log about the owner's calendars: the only check that asks other machines.
 * @param hours null where no times are offered
 */
export const findCalendarRemarks = async (
  environment: Readonly<Record<string, string | undefined>>,
  hours: Pick<NonNullable<typeof availability>, 'horizon' | 'timeZone'> | null = availability,
): Promise<Finding[]> => {
  const { CALENDAR_URLS = '', PUBLIC_BOOKING_URL, INBOX_TO = '' } = environment;
  if (!hours || PUBLIC_BOOKING_URL) return [];
  const messages: string[] = [];
  try {
    const { horizon, timeZone } = hours;
    await createCalendars({
      addresses: readCalendarAddresses(CALENDAR_URLS),
      horizon,
      timeZone,
      ownerEmail: [identity.email, INBOX_TO].join(),
      report: (message) => messages.push(message),
    }).refresh();
  } catch {
    // Another check reports an invalid address.
  }
  return messages.map((message) =>
    warning(
      'environment',
      'CALENDAR_URLS',
      message,
      'Open the calendar in the program that you keep it with. What cannot be read is not offered, as far as its time can be guessed.',
    ),
  );
};
