import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { embedded } from '#content/embedded.ts';
import type { Backend, BookingOptions, Refusal } from '../backend.ts';
import { createCalendar } from '../calendar.ts';
import { isLocal, networkOf } from '../rate-limit.ts';
import type { Booking } from '../stores/store.ts';
import { bookedAddress, unknownBookingPage } from './booked-page.ts';

const { messages } = embedded.calendar;

export type BookingMessage = keyof typeof messages;

/** Refuses a time. */
export const refuseTime = (name: BookingMessage, status: Refusal['status'] = 409): Refusal => ({
  status,
  field: 'time',
  message: messages[name],
  // These ask the visitor to write to the owner.
  isFailure: name === 'fixed' || name === 'tooMany',
});

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns the key that opens and changes a booking; the store has its hash. It is derived from the form's random
 * id and the time: a form that is sent twice for one time makes one booking. Sent for another time, perhaps by
 * somebody else on the same machine, it makes another.
 */
export const keyFor = (submissionId: string, time: string): string =>
  digest(`key ${submissionId} ${time}`).toString('base64url');
export const hashOf = (key: string): string => digest(key).toString('hex');

/** Creates the state that the routes of bookings share. */
export const createBookingContext = (
  backend: Backend,
  { availability = null, bookingUrl = null, calendars = null, ...options }: BookingOptions,
) => {
  const { store, now, show, rateLimit } = backend;
  const { siteUrl, invite } = options;
  const hours = bookingUrl === null ? availability : null;

  const urlOf = (context: Context, key: string): string =>
    new URL(bookedAddress(key), siteUrl ?? context.req.url).href;

  /** Returns the booking of the key in the address, or null. */
  const find = async (context: Context): Promise<{ key: string; booking: Booking } | null> => {
    const key = context.req.query('key') ?? '';
    const booking = await store.findBooking(hashOf(key));
    return booking && { key, booking };
  };

  return {
    ...backend,
    bookingUrl,
    /** Null without hours: visitors suggest times in words. */
    calendar: hours && createCalendar(hours, store, calendars, now),
    /** The key of the feed for the owner's calendar, if there is a feed. */
    calendarKey: hours && options.calendarKey,
    urlOf,
    /** Returns a code for the mail that confirms an address, or null if none is needed. */
    createCode: () => (invite && hours?.confirm ? crypto.randomUUID() : null),
    /** Returns a keyed hash of the visitor's network, the only trace of it in the store; null if it has no limit. */
    hashNetwork: async (context: Context): Promise<string | null> => {
      const address = rateLimit?.addressOf(context);
      if (address === undefined || isLocal(address)) return null;
      const key = await store.networkKey(randomBytes(32).toString('hex'));
      return createHmac('sha256', key).update(networkOf(address)).digest('hex');
    },
    /** Mails the visitor. Resolves when the store has recorded whether a mail goes out. */
    invite: async (context: Context, booking: Booking, key: string): Promise<void> =>
      invite?.(booking, urlOf(context, key)),
    find,
    showUnknown: (context: Context) => show(context, unknownBookingPage(bookingUrl), 404),
  };
};

export type BookingContext = ReturnType<typeof createBookingContext>;
