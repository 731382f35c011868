import type { Hono } from 'hono';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { countPath } from '#enquiry/counts.ts';
import { type backendNames, isOneOf, type SignUp, signUps, switches } from '#model/vocabulary.ts';
import type { Backend, FormBackendOptions } from './backend.ts';
import { bookedPath, calendarFilePath } from './bookings/booked-page.ts';
import { bookingRoutes, feedPath } from './bookings/routes.ts';
import { contactRoutes } from './contact.ts';
import { countRoutes } from './counts.ts';
import { healthRoutes } from './health.ts';
import { bookingLengths } from './kinds/booking.ts';
import { signUpRoutes } from './sign-ups.ts';

type BackendName = (typeof backendNames)[number] | SignUp['name'];

interface Resource {
  paths: readonly (`/${BackendName}` | `/${BackendName}/${string}` | `/${string}.ics`)[];
  /** The purpose of a visit; without it, a booking. */
  title?: string;
  routes: (backend: Backend, options: FormBackendOptions) => Hono;
}

const { booking, contact } = embedded;
const bookPaths = Array.from(bookingLengths, bookingPath);
const bookingPaths = [...bookPaths, bookedPath, calendarFilePath, feedPath] as const;

/** The resources of the form backend. All other paths are the site's. */
export const resources: readonly Resource[] = [
  { paths: ['/api/submit'], title: contact.title, routes: contactRoutes },
  ...signUps.map(
    (signUp): Resource => ({
      paths: isOneOf(switches, signUp.name) && !site[signUp.name] ? [] : [`/${signUp.name}`],
      title: embedded[signUp.name].title,
      routes: (backend) => signUpRoutes(signUp, backend),
    }),
  ),
  { paths: bookingPaths, routes: bookingRoutes },
  { paths: [countPath], routes: countRoutes },
  { paths: ['/healthz'], routes: healthRoutes },
];

const resourceAt = (path: string): Resource | undefined =>
  resources.find(({ paths }) => isOneOf(paths, path));

export const isBackendPath = (path: string): boolean => resourceAt(path) !== undefined;

export const titleAt = (path: string): string => resourceAt(path)?.title ?? booking.title;

/** `/book/` redirects to `/book`. */
export const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Returns whether a route exists: with a booking page elsewhere, only earlier bookings have an address. */
export const isRouteEnabled = (path: string, isBookingHere: boolean, hasFeed: boolean): boolean => {
  const route = withoutSlash(path);
  return (
    isBackendPath(route) &&
    ((site.booking && isBookingHere) || !isOneOf(bookPaths, route)) &&
    (hasFeed || route !== feedPath)
  );
};
