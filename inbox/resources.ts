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

/** The resources of the form backend; its options and the content may disable some paths (`hasRoute` in app.ts). */
export const resources: readonly Resource[] = [
  { paths: ['/api/submit'], title: contact.title, routes: contactRoutes },
  ...signUps.map(
    (signUp): Resource => ({
      paths: isOneOf(switches, signUp.name) && !site[signUp.name] ? [] : [`/${signUp.name}`],
      title: embedded[signUp.name].title,
      routes: (backend) => signUpRoutes(signUp, backend),
    }),
  ),
  { paths: [...bookPaths, bookedPath, calendarFilePath, feedPath], routes: bookingRoutes },
  { paths: [countPath], routes: countRoutes },
  { paths: ['/healthz'], routes: healthRoutes },
];

const resourceAt = (path: string): Resource | undefined =>
  resources.find(({ paths }) => isOneOf(paths, path));

/** Returns whether an address can be one of the form backend. */
export const isBackendPath = (path: string): boolean => resourceAt(path) !== undefined;

export const titleAt = (path: string): string => resourceAt(path)?.title ?? booking.title;
