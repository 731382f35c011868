import { type CalendarEvent, calendarFile } from '#booking/calendar-file.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import type { Booking } from '../stores/store.ts';
import { factsOf } from './facts.ts';

const { event: words } = embedded.calendar;

const [, ownHost = ''] = identity.email.split('@');

/** The same in all that is said of a booking (RFC 5545 3.8.4.7). */
const uidOf = ({ id, receivedAt }: Booking): string =>
  `booking-${id}-${Date.parse(receivedAt)}@${ownHost}`;

/** Whether an event in a calendar is one of the bookings here, as the mail of it brought it there. */
export const isBookedHere = (uid: string): boolean =>
  /^booking-\d+-\d+@/.test(uid) && uid.endsWith(`@${ownHost}`);

/**
 * A booking as calendars keep it.
 * @param url where it can be changed, for who may know; null for others
 */
const eventOf = (booking: Booking, url: string | null): CalendarEvent => {
  const { receivedAt, time, fields } = booking;
  const { email = '', minutes = '' } = fields;
  return {
    uid: uidOf(booking),
    sequence: time.sequence,
    stampedAt: Date.parse(time.changedAt ?? receivedAt),
    start: Date.parse(time.start),
    minutes: Number(minutes),
    isCancelled: time.cancelledAt !== null,
    summary: fillIdentity(words.summary, 'content/embedded.ts'),
    description: url === null ? '' : words.description.replace('{url}', () => url),
    location: '',
    url,
    organizer: { name: identity.person, email: identity.email },
    // Not by the name that was typed: anybody can enter anybody's address, and write there as a name.
    attendee: { name: email.trim(), email: email.trim() },
  };
};

/** To keep. @param url where it can be changed */
export const fileOf = (booking: Booking, url: string): string =>
  calendarFile({
    method: 'PUBLISH',
    product: identity.firm,
    name: null,
    // RFC 5546 3.2.1: what is published is for nobody in particular.
    events: [{ ...eventOf(booking, url), attendee: null }],
  });

/** Bookings for the owner's calendar, with what was typed. */
export const feedOf = (bookings: readonly Booking[]): string =>
  calendarFile({
    method: 'PUBLISH',
    product: identity.firm,
    name: identity.firm,
    events: bookings.map((booking) => ({
      ...eventOf(booking, null),
      summary: [booking.fields.name, booking.fields.company].filter(Boolean).join(', '),
      description: factsOf(booking)
        .map(({ label, value }) => `${label}: ${value}`)
        .join('\n'),
      attendee: null,
    })),
  });

/** A part of a mail that calendars act on (RFC 5546 3.2.2, 3.2.5). */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

export const calendarPartOf = (booking: Booking, url: string | null): CalendarPart => {
  const method = booking.time.cancelledAt === null ? 'REQUEST' : 'CANCEL';
  return {
    method,
    content: calendarFile({
      method,
      product: identity.firm,
      name: null,
      events: [eventOf(booking, url)],
    }),
  };
};
