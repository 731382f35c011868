import { Hono } from 'hono';
import { day } from '#booking/interval.ts';
import { feedOf, fileOf } from '../kinds/booked-event.ts';
import { isBooking } from '../kinds/booked-time.ts';
import { calendarFilePath } from './booked-page.ts';
import { type BookingContext, hashOf } from './context.ts';

const type = { 'Content-Type': 'text/calendar; charset=utf-8' };

/** The calendar file of a booking, for the visitor who has its key. */
export const fileRoutes = ({ find, showUnknown, urlOf }: BookingContext): Hono =>
  new Hono().get(calendarFilePath, async (context) => {
    const found = await find(context);
    if (!found || found.booking.time.confirmation !== null) return showUnknown(context);
    return context.body(fileOf(found.booking, urlOf(context, found.key)), 200, {
      ...type,
      'Content-Disposition': 'attachment; filename="consultation.ics"',
    });
  });

/** The feed to which the owner's calendar subscribes. */
export const feedPath = '/calendar.ics';

/** Milliseconds for which past bookings stay in the owner's calendar. */
const feedPast = 90 * day;

/** All bookings that are not cancelled, for the owner's calendar. */
export const feedRoutes = (
  { store, now, showUnknown }: BookingContext,
  calendarKey: string,
): Hono =>
  new Hono().get(feedPath, async (context) => {
    // Compares digests, so that the duration reveals nothing about the key.
    if (hashOf(context.req.query('key') ?? '') !== hashOf(calendarKey)) {
      return showUnknown(context);
    }
    const since = now().getTime() - feedPast;
    const bookings = (await store.list({ kind: 'booking' }))
      .filter(isBooking)
      .filter(({ time }) => time.cancelledAt === null && Date.parse(time.start) > since);
    return context.body(feedOf(bookings), 200, type);
  });
