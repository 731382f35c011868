import { Hono } from 'hono';
import { site } from '#content/site.ts';
import type { Backend, BookingOptions } from '../backend.ts';
import { bookingLengths } from '../kinds/booking.ts';
import { bookRoutes } from './book.ts';
import { bookedRoutes } from './booked.ts';
import { createDesk } from './desk.ts';
import { feedRoutes, fileRoutes } from './files.ts';

/** Each length has a page; a booking has one that its key opens (behavior 9.2). */
export const bookingRoutes = (backend: Backend, options: BookingOptions): Hono => {
  const desk = createDesk(backend, options);
  const app = new Hono();
  if (site.booking && desk.bookingUrl === null) {
    for (const length of bookingLengths) app.route('/', bookRoutes(desk, length));
  }
  app.route('/', bookedRoutes(desk));
  app.route('/', fileRoutes(desk));
  if (desk.calendarKey !== null) app.route('/', feedRoutes(desk, desk.calendarKey));
  return app;
};
