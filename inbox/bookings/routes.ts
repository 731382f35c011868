import { Hono } from 'hono';
import { day } from '#booking/interval.ts';
import { site } from '#content/site.ts';
import type { Backend, FormBackendOptions } from '../backend.ts';
import { feedOf, fileOf } from '../kinds/booked-event.ts';
import { isBooking } from '../kinds/booked-time.ts';
import { bookingLengths } from '../kinds/index.ts';
import { bookRoutes } from './book.ts';
import { bookedRoutes } from './booked.ts';
import { calendarFilePath } from './booked-page.ts';
import { createBookingContext, hashOf } from './context.ts';

/** The feed to which the owner's calendar subscribes. */
const feedPath = '/calendar.ics';

/** Milliseconds for which past bookings stay in the owner's calendar. */
const feedPast = 90 * day;

const type = { 'Content-Type': 'text/calendar; charset=utf-8' };

/** Each length has a page; a booking has a page and a calendar file that its key opens (behavior 9.2). */
export const bookingRoutes = (backend: Backend, { booking = {} }: FormBackendOptions): Hono => {
  const bookings = createBookingContext(backend, booking);
  const { store, now, calendarKey, find, showUnknown, urlOf } = bookings;
  const app = new Hono();
  if (site.booking && bookings.bookingUrl === null) {
    for (const length of bookingLengths) app.route('/', bookRoutes(bookings, length));
  }
  app.route('/', bookedRoutes(bookings));
  app.get(calendarFilePath, async (context) => {
    const found = await find(context);
    if (!found || found.booking.time.confirmation !== null) return showUnknown(context);
    return context.body(fileOf(found.booking, urlOf(context, found.key)), 200, {
      ...type,
      'Content-Disposition': 'attachment; filename="consultation.ics"',
    });
  });
  if (!calendarKey) return app;
  return app.get(feedPath, async (context) => {
    // Compares digests, so that the duration reveals nothing about the key.
    if (hashOf(context.req.query('key') ?? '') !== hashOf(calendarKey)) {
      return showUnknown(context);
    }
    const since = now().getTime() - feedPast;
    const shown = (await store.list({ kind: 'booking' }))
      .filter(isBooking)
      .filter(({ time }) => time.cancelledAt === null && Date.parse(time.start) > since);
    return context.body(feedOf(shown), 200, type);
  });
};
