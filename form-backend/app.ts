import { type Context, Hono } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { embedded } from '#content/embedded.ts';
import { validateEnquiry } from '#src/contact/validation.ts';
import { backendHeaders } from '#src/security/headers.ts';
import {
  type Booking,
  bookingDonePage,
  bookingPage,
  enquiryAgainPage,
  newsletterDonePage,
  newsletterPage,
  problemPage,
} from './pages.ts';
import { bodyLimit, enquiryFrom, RequestError, readSubmitted } from './request.ts';
import type { Fields, Store, SubmissionKind } from './store.ts';

export interface FormBackendOptions {
  store: Store;
  /** Where failures of the backend itself are written; never what visitors typed. */
  logError: (message: string, cause: unknown) => void;
  now?: () => Date;
}

/** Lengths for which there is a booking page, in minutes; the first is the page without a length. */
const bookingMinutes = [30, 45, 60] as const;

const { messages } = embedded;

/** Paths that belong to the form backend; everything else is the site's. */
export const isBackendPath = (path: string): boolean =>
  /^\/(?:api|book|newsletter)(?:\/|$)/.test(path);

/**
 * The embedded form backend: receives enquiries, booking requests and newsletter subscriptions,
 * stores each before it answers, and shows the small pages that go with them. It speaks the form
 * service's contract (spec section 7, contracts.md), so that the site cannot tell it from another.
 */
export const createFormBackend = ({
  store,
  logError,
  now = () => new Date(),
}: FormBackendOptions): Hono => {
  const app = new Hono();

  const keep = (kind: SubmissionKind, fields: Fields, idempotencyKey: string | null) =>
    store.add({ kind, fields, receivedAt: now().toISOString(), idempotencyKey });

  /** Answers JSON or a page, whichever the sender can read. */
  const refuse = (
    context: Context,
    status: 400 | 413 | 415 | 500 | 503,
    message: string,
  ): Response | Promise<Response> => {
    const isPerson = context.req.header('accept')?.includes('text/html') ?? false;
    return isPerson
      ? context.html(problemPage(embedded.contact.title, message), status)
      : context.json({ success: false, message }, status);
  };

  app.use(async (context, next) => {
    await next();
    const isFramed = context.req.path === '/newsletter';
    for (const [name, value] of Object.entries(backendHeaders(isFramed))) {
      context.header(name, value);
    }
  });

  app.use(
    limitBody({
      maxSize: bodyLimit,
      onError: (context) => refuse(context, 413, messages.tooLarge) as Response,
    }),
  );

  app.onError((cause, context) => {
    if (cause instanceof RequestError) return refuse(context, cause.status, cause.message);
    logError(`${context.req.method} ${context.req.path} failed`, cause);
    return refuse(context, 503, messages.storage);
  });

  app.post('/api/submit', async (context) => {
    const { fields, isNativeForm } = await readSubmitted(context.req.raw);
    const enquiry = enquiryFrom(fields);
    const error = 'botcheck' in fields ? { message: messages.honeypot } : validateEnquiry(enquiry);
    if (error) {
      return isNativeForm
        ? context.html(enquiryAgainPage(enquiry, error), 400)
        : context.json({ success: false, message: error.message }, 400);
    }
    const submissionId = context.req.header('idempotency-key');
    await keep('enquiry', enquiry, submissionId === undefined ? null : `enquiry ${submissionId}`);
    return isNativeForm
      ? context.redirect('/received', 303)
      : context.json({ success: true, message: messages.received });
  });

  for (const minutes of bookingMinutes) {
    const path = minutes === bookingMinutes[0] ? '/book' : `/book/${minutes}`;

    app.get(path, (context) => {
      const query = context.req.query();
      const booking: Booking = {
        name: query.name ?? '',
        email: query.email ?? '',
        company: query.a1 ?? '',
        message: query.a2 ?? '',
        times: '',
      };
      const submissionId = crypto.randomUUID();
      return context.html(bookingPage({ action: path, minutes, booking, submissionId }));
    });

    app.post(path, async (context) => {
      const { fields } = await readSubmitted(context.req.raw);
      const booking: Booking = {
        name: fields.name ?? '',
        email: fields.email ?? '',
        company: fields.company ?? '',
        message: fields.message ?? '',
        times: fields.times ?? '',
      };
      const submissionId = fields.submission_id || crypto.randomUUID();
      const error =
        booking.name.trim() === ''
          ? { field: 'name', message: messages.name }
          : findEmailError(booking.email);
      if (error) {
        return context.html(
          bookingPage({ action: path, minutes, booking, submissionId, error }),
          400,
        );
      }
      await keep('booking', { ...booking, minutes: String(minutes) }, `booking ${submissionId}`);
      return context.html(bookingDonePage(booking));
    });
  }

  app.get('/newsletter', (context) => context.html(newsletterPage('', null)));

  app.post('/newsletter', async (context) => {
    const { fields } = await readSubmitted(context.req.raw);
    const email = fields.email ?? '';
    const error = findEmailError(email);
    if (error) return context.html(newsletterPage(email, error), 400);
    // Subscribing twice is subscribing once.
    await keep('subscriber', { email }, `subscriber ${email.trim().toLowerCase()}`);
    return context.html(newsletterDonePage(email));
  });

  // What is left on these paths are methods that they do not have.
  app.all('/api/submit', (context) => methodNotAllowed(context, 'POST'));
  for (const path of ['/book', '/book/:minutes{45|60}', '/newsletter']) {
    app.all(path, (context) => methodNotAllowed(context, 'GET, HEAD, POST'));
  }

  return app;
};

const findEmailError = (email: string): { field: 'email'; message: string } | null => {
  if (email.trim() === '') return { field: 'email', message: messages.email };
  if (!email.includes('@')) return { field: 'email', message: messages.emailFormat };
  return null;
};

const methodNotAllowed = (context: Context, allow: string): Response =>
  context.json({ success: false, message: messages.method }, 405, { Allow: allow });
