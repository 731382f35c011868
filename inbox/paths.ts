import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { countPath } from '#enquiry/counts.ts';
import { bookingLengths } from './kinds/booking.ts';

/** The page on which visitors with its key read, move and cancel a booking; and its file for a calendar. */
export const bookedPath = '/booking';
export const calendarFilePath = '/booking.ics';
/** The feed to which the owner's calendar subscribes. */
export const feedPath = '/calendar.ics';

const bookPaths: readonly string[] = Array.from(bookingLengths, bookingPath);

/** The form backend's. Whatever else is asked for is the site's, and its page for unknown addresses. */
export const backendPaths: readonly string[] = [
  '/api/submit',
  countPath,
  ...bookPaths,
  bookedPath,
  calendarFilePath,
  feedPath,
  '/newsletter',
  '/healthz',
];

export const isBackendPath = (path: string): boolean => backendPaths.includes(path);

/** Returns whether there is such a route: where bookings are made elsewhere, only earlier bookings have an address. */
export const isRouteEnabled = (path: string, isBookingHere: boolean, hasFeed: boolean): boolean =>
  isBackendPath(path) &&
  ((site.booking && isBookingHere) || !bookPaths.includes(path)) &&
  (site.newsletter || path !== '/newsletter') &&
  (hasFeed || path !== feedPath);
