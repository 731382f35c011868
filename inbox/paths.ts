import { embedded } from '#content/embedded.ts';
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

const { booking, contact, newsletter } = embedded;
const bookingPaths = [...bookPaths, bookedPath, calendarFilePath, feedPath];

/** The form backend's paths, and what a visitor wants there. Others are the site's, also those of no page. */
const titles: Readonly<Record<string, string>> = {
  '/api/submit': contact.title,
  '/newsletter': newsletter.title,
  ...Object.fromEntries(
    [...bookingPaths, countPath, '/healthz'].map((path) => [path, booking.title]),
  ),
};

export const isBackendPath = (path: string): boolean => Object.hasOwn(titles, path);

export const titleAt = (path: string): string => titles[path] ?? booking.title;

/** Returns whether there is such a route: where bookings are made elsewhere, only earlier bookings have an address. */
export const isRouteEnabled = (path: string, isBookingHere: boolean, hasFeed: boolean): boolean =>
  isBackendPath(path) &&
  ((site.booking && isBookingHere) || !bookPaths.includes(path)) &&
  (site.newsletter || path !== '/newsletter') &&
  (hasFeed || path !== feedPath);
