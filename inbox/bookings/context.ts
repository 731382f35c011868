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
 * Returns what reads and changes a booking. It follows from the form's own random number and the time, so that
 * a form that is sent twice leads to one booking and its one key, of which the store has a hash. Sent again for
 * another time, perhaps by somebody else on the same machine, it is another booking.
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

  /** @returns null where nobody has such a key */
  const find = async (context: Context): Promise<{ key: string; booking: Booking } | null> => {
    const key = context.req.query('key') ?? '';
    const booking = await store.findBooking(hashOf(key));
    return booking && { key, booking };
  };

  return {
    ...backend,
    bookingUrl,
    /** Null where visitors say in words when it would suit them. */
    calendar: hours && createCalendar(hours, store, calendars, now),
    /** The key with which the owner's calendar subscribes, if it can. */
    calendarKey: hours && options.calendarKey,
    urlOf,
    /** A code for the mail that confirms an address; null where none is needed. */
    createCode: () => (invite && hours?.confirm ? crypto.randomUUID() : null),
    /** A keyed hash of the visitor's network, of which the store gets no more; null without a limit for it. */
    hashNetwork: async (context: Context): Promise<string | null> => {
      const address = rateLimit?.addressOf(context);
      if (address === undefined || isLocal(address)) return null;
      const key = await store.networkKey(randomBytes(32).toString('hex'));
      return createHmac('sha256', key).update(networkOf(address)).digest('hex');
    },
    /** Resolves when the store knows whether a mail goes out. */
    invite: async (context: Context, booking: Booking, key: string): Promise<void> =>
      invite?.(booking, urlOf(context, key)),
    find,
    showUnknown: (context: Context) => show(context, unknownBookingPage(bookingUrl), 404),
  };
};

export type BookingContext = ReturnType<typeof createBookingContext>;
