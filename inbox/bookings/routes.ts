import { Hono } from 'hono';
import { site } from '#content/site.ts';
import type { Backend, FormBackendOptions } from '../backend.ts';
import { bookingLengths } from '../kinds/booking.ts';
import { bookRoutes } from './book.ts';
import { bookedRoutes } from './booked.ts';
import { createBookingContext } from './context.ts';
import { feedRoutes, fileRoutes } from './files.ts';

/** Each length has a page; a booking has one that its key opens (behavior 9.2). */
export const bookingRoutes = (backend: Backend, { booking = {} }: FormBackendOptions): Hono => {
  const bookings = createBookingContext(backend, booking);
  const app = new Hono();
  if (site.booking && bookings.bookingUrl === null) {
    for (const length of bookingLengths) app.route('/', bookRoutes(bookings, length));
  }
  app.route('/', bookedRoutes(bookings));
  app.route('/', fileRoutes(bookings));
  if (bookings.calendarKey) app.route('/', feedRoutes(bookings, bookings.calendarKey));
  return app;
};
