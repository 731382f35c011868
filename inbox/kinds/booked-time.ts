import { minute } from '#booking/interval.ts';
import { readTimeZone, type TimeInWords, timeInWords } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { holdTime } from '../stores/bookings.ts';
import type { BookedTime, Booking, Submission } from '../stores/store.ts';

/** The owner's time zone. */
export const ownerZone = availability?.timeZone ?? site.timeZone;

/** Such as `Tuesday, November 24, 2026, 9:00 AM, Pacific Standard Time (UTC−8)`. */
export const inWords = ({ date, time, zone, offset }: TimeInWords): string =>
  `${date}, ${time}, ${zone === offset ? offset : `${zone} (${offset})`}`;

/** Such as `Tuesday, November 24, 2026, 9:00 AM (UTC−8)`. */
export const inShort = ({ date, time, offset }: TimeInWords): string =>
  `${date}, ${time} (${offset})`;

/** @param zone the owner's zone replaces one that this runtime does not know */
export const bookedTimeIn = (
  { start }: Pick<BookedTime, 'start'>,
  zone: string | undefined,
): TimeInWords =>
  timeInWords(Date.parse(start), readTimeZone(zone ?? '') ?? ownerZone, site.language);

export const isBooking = (submission: Submission): submission is Booking =>
  submission.time !== null;

export const isOver = ({ time, fields }: Booking, now: Date): boolean =>
  Date.parse(time.start) + Number(fields.minutes) * minute <= now.getTime();

/** The state of a booking, which its page shows. */
export type Phase = 'held' | 'confirm' | 'lapsed' | 'booked' | 'cancelled' | 'over';

/** Whether the booking can no longer be changed. */
export const isGone = (phase: Phase): boolean => ['lapsed', 'cancelled', 'over'].includes(phase);

/** @param code from the link in the mail, if the visitor followed it */
export const phaseOf = (booking: Booking, now: Date, code?: string): Phase => {
  const { confirmation, cancelledAt } = booking.time;
  if (confirmation === null) {
    return cancelledAt !== null ? 'cancelled' : isOver(booking, now) ? 'over' : 'booked';
  }
  const end = Math.min(Date.parse(booking.receivedAt) + holdTime, Date.parse(booking.time.start));
  if (end <= now.getTime() || cancelledAt !== null) return 'lapsed';
  return code === confirmation ? 'confirm' : 'held';
};

export const stateOf = ({ sequence, cancelledAt }: BookedTime): 'booked' | 'moved' | 'cancelled' =>
  cancelledAt !== null ? 'cancelled' : sequence > 0 ? 'moved' : 'booked';

/** Returns the words for the last change, for a subject. */
export const bookedTitle = (time: BookedTime): string => embedded.mail.bookings[stateOf(time)];
