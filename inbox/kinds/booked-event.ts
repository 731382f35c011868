import type { IsOwn } from '#booking/busy.ts';
import { type CalendarEvent, type CalendarFile, calendarFile } from '#booking/calendar-file.ts';
import { minute } from '#booking/interval.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { addressOf } from '../mailbox.ts';
import { printableLine } from '../printable.ts';
import type { Booking } from '../stores/store.ts';
import { factInText, factsOf } from './facts.ts';

const { event: words } = embedded.calendar;

const [, ownHost = ''] = identity.email.split('@');

/** The same in all messages about a booking (RFC 5545 3.8.4.7). */
const uidOf = ({ publicId }: Booking): string => `booking-${publicId}@${ownHost}`;

/**
 * Recognizes this site's bookings in the owner's calendar, where mail put them: at their present time, or at an
 * earlier one if a change has not arrived yet. At a time to which the owner moved it, a booking is an event like
 * others.
 */
export const ownTimesOf = (bookings: readonly Booking[]): IsOwn => {
  const known = new Map(bookings.map((booking) => [uidOf(booking), sharedBy(booking)]));
  return (uid, time, sequence) => {
    const booking = known.get(uid);
    if (!booking) return false;
    const end = booking.start + booking.minutes * minute;
    return sequence < booking.sequence || (time.start === booking.start && time.end === end);
  };
};

/** Returns the properties that all copies of a booking share. */
const sharedBy = (booking: Booking) => ({
  uid: uidOf(booking),
  sequence: booking.time.sequence,
  stampedAt: Date.parse(booking.time.changedAt ?? booking.receivedAt),
  start: Date.parse(booking.time.start),
  minutes: Number(booking.fields.minutes),
  isCancelled: booking.time.cancelledAt !== null,
  organizer: { name: identity.person, email: identity.email },
});

/** Returns the visitor's copy. @param url the address that changes it; null if this process does not know it */
const forVisitor = (booking: Booking, url: string | null): CalendarEvent => ({
  ...sharedBy(booking),
  summary: fillIdentity(words.summary),
  description: url === null ? embedded.invitation.changeKnown : fill(words.description, { url }),
  url,
  // As in the head of the mail: mail programs look for their own address. Without the typed name: anybody can
  // enter another person's address, and a message as a name.
  attendee: addressOf(booking.fields.email ?? ''),
});

/** Returns the owner's copy, with the typed values. */
const forOwner = (booking: Booking): CalendarEvent => ({
  ...sharedBy(booking),
  summary: ['name', 'company']
    .map((name) => printableLine(booking.fields[name] ?? ''))
    .filter(Boolean)
    .join(', '),
  description: factsOf(booking).map(factInText).join('\n'),
  url: null,
  attendee: null,
});

const calendarOf = (
  method: CalendarFile['method'],
  events: readonly CalendarEvent[],
  name: string | null = null,
): string => calendarFile({ method, product: identity.firm, name, events });

/** Returns a published file to keep, without an attendee (RFC 5546 3.2.1). */
export const fileOf = (booking: Booking, url: string): string =>
  calendarOf('PUBLISH', [{ ...forVisitor(booking, url), attendee: null }]);

/** Bookings for the owner's calendar. */
export const feedOf = (bookings: readonly Booking[]): string =>
  calendarOf('PUBLISH', bookings.map(forOwner), identity.firm);

/** A part of a mail that calendar programs process. */
export interface CalendarPart {
  method: CalendarFile['method'];
  content: string;
}

const partOf = (method: 'REQUEST' | 'PUBLISH', event: CalendarEvent): CalendarPart => {
  const now = event.isCancelled ? 'CANCEL' : method;
  return { method: now, content: calendarOf(now, [event]) };
};

/** RFC 5546 3.2.2, 3.2.5 */
export const invitationOf = (booking: Booking, url: string | null): CalendarPart =>
  partOf('REQUEST', forVisitor(booking, url));

/** Published, because organizers are not invited to their own meetings: Outlook would search for the request. */
export const ownersCopyOf = (booking: Booking): CalendarPart =>
  partOf('PUBLISH', forOwner(booking));
