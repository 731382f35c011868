import { minute } from '#booking/interval.ts';
import { readTimeZone, type TimeInWords, timeInWords } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import type { BookedTime, Booking } from '../stores/store.ts';

/** The owner's time zone. */
export const ownerZone = availability?.timeZone ?? site.timeZone;

/** Such as `Tuesday, November 24, 2026, 9:00 AM, Pacific Standard Time (UTC−8)`. */
export const inWords = ({ date, time, zone, offset }: TimeInWords): string =>
  `${date}, ${time}, ${zone === offset ? offset : `${zone} (${offset})`}`;

/** Such as `Tuesday, November 24, 2026, 9:00 AM (UTC−8)`. */
export const inShort = ({ date, time, offset }: TimeInWords): string =>
  `${date}, ${time} (${offset})`;

/** @param zone whose clock it is; the owner's for what this runtime knows as none */
export const bookedTimeIn = (
  { start }: Pick<BookedTime, 'start'>,
  zone: string | undefined,
): TimeInWords =>
  timeInWords(Date.parse(start), readTimeZone(zone ?? '') ?? ownerZone, site.language);

export const isOver = ({ time, fields }: Booking, now: Date): boolean =>
  Date.parse(time.start) + Number(fields.minutes) * minute <= now.getTime();

export const stateOf = ({ sequence, cancelledAt }: BookedTime): 'booked' | 'moved' | 'cancelled' =>
  cancelledAt !== null ? 'cancelled' : sequence > 0 ? 'moved' : 'booked';

/** Returns the change, date and hour of a booked time, for a subject. */
export const bookedTitle = (time: BookedTime): string => embedded.mail.bookings[stateOf(time)];
