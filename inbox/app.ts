import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { validateEnquiry } from '#enquiry/enquiry.ts';
import { enquiryFromPayload } from '#enquiry/payload.ts';
import { backendHeaders } from '#headers/policy.ts';
import { isOwnOrigin } from './origin.ts';
import {
  type Booking,
  bookingDonePage,
  bookingPage,
  enquiryAgainPage,
  newsletterDonePage,
  newsletterPage,
  type Page,
  problemPage,
  renderPage,
} from './pages.ts';
import { type RateLimit, ratePeriod } from './rate-limit.ts';
import { RequestError, readSubmitted } from './request.ts';
import type { Fields, Store, SubmissionKind } from './stores/store.ts';

export interface FormBackendOptions {
  store: Store;
  /** The style sheet of the pages: what the build makes at /embedded.css. */
  styles: string;
  /** Where failures of the backend itself are written; never what visitors typed. */
  logError: (message: string, cause: unknown) => void;
  /** Whether submissions go into the outbox, and what is told when there is a new one in it. */
  outbox?: { wake: (context: Context) => void } | null;
  /** How often an address may send, and whose address a request has; without it, as often as it likes. */
  rateLimit?: { allows: RateLimit; addressOf: (context: Context) => string } | null;
  /** Other sites that may send here, as origins such as `https://example.com`. */
  allowedOrigins?: readonly string[];
  now?: () => Date;
}

/** Lengths for which there is a booking page, in minutes; the first is the page without a length. */
const bookingMinutes = [30, 45, 60] as const;

const { messages } = embedded;

/** Milliseconds for which a health check is not repeated: it writes, and anybody can ask for it. */
const healthLifetime = 1000;

/** Why a submission was not kept, and what to tell whoever sent it. */
interface NotKept {
  status: 429 | 503;
  message: string;
}

/**
 * A key of one length for whatever makes a submission the same one, as text that SQLite keeps. The
 * digest of node:crypto, which Workers have too, takes a tenth of the time of the Web's own.
 */
const idempotencyKey = (kind: SubmissionKind, same: unknown): string =>
  `${kind} ${createHash('sha256').update(JSON.stringify(same)).digest('hex')}`;

/**
 * The embedded form backend: receives enquiries, booking requests and newsletter subscriptions,
 * stores each before it answers, and shows the small pages that go with them. It speaks the form
 * service's contract (spec section 7, contracts.md), so that the site cannot tell it from another.
 */
export const createFormBackend = ({
  store,
  styles,
  logError,
  outbox = null,
  rateLimit = null,
  allowedOrigins = [],
  now = () => new Date(),
}: FormBackendOptions): Hono => {
  const app = new Hono();

  const show = (
    context: Context,
    page: Page,
    status: 200 | 400 | 403 | 404 | 413 | 415 | 429 | 503 = 200,
  ): Response | Promise<Response> => context.html(renderPage(page, styles), status);

  /**
   * Stores a submission if its sender has not sent too many.
   * @param same what two submissions have in common that are one; null when each is its own
   * @returns null when it is on disk, or why it is not
   */
  const keep = async (
    context: Context,
    kind: SubmissionKind,
    fields: Fields,
    same: unknown,
  ): Promise<NotKept | null> => {
    if (rateLimit && !(await rateLimit.allows(rateLimit.addressOf(context)))) {
      context.header('Retry-After', String(ratePeriod));
      return { status: 429, message: messages.tooMany };
    }
    try {
      const isNew = await store.add({
        kind,
        fields,
        receivedAt: now().toISOString(),
        idempotencyKey: same === null ? null : idempotencyKey(kind, same),
        isToDeliver: outbox !== null,
      });
      if (isNew) outbox?.wake(context);
      return null;
    } catch (cause) {
      logError(`A submission to ${context.req.path} could not be stored`, cause);
      return { status: 503, message: messages.storage };
    }
  };

  /** Answers JSON or a page, whichever the sender can read. */
  const refuse = (
    context: Context,
    status: 400 | 403 | 404 | 413 | 415 | 503,
    message: string,
    title: string = embedded.contact.title,
  ): Response | Promise<Response> => {
    const isPerson = context.req.header('accept')?.includes('text/html') ?? false;
    return isPerson
      ? show(context, problemPage(title, message), status)
      : context.json({ success: false, message }, status);
  };

  // The newsletter's page stands in a frame.
  const framedHeaders = Object.entries(backendHeaders(true, styles));
  const plainHeaders = Object.entries(backendHeaders(false, styles));
  app.use(async (context, next) => {
    await next();
    const isFramed = context.req.path === '/newsletter';
    for (const [name, value] of isFramed ? framedHeaders : plainHeaders) {
      context.header(name, value);
    }
    // What a visitor typed is in no cache. A frame that is not cached would take its whole page out
    // of the back/forward cache, so the newsletter's is left alone.
    if (!isFramed) context.header('Cache-Control', 'no-store');
  });

  app.use(
    '/api/*',
    cors({
      origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
      allowMethods: ['POST'],
      allowHeaders: ['Content-Type', 'Accept', 'Idempotency-Key'],
      maxAge: 86_400,
    }),
  );

  app.use(async (context, next) => {
    const { method, raw } = context.req;
    if (method === 'POST' && !isOwnOrigin(raw, allowedOrigins)) {
      return refuse(context, 403, messages.origin);
    }
    return next();
  });

  app.onError((cause, context) => {
    if (cause instanceof RequestError) return refuse(context, cause.status, cause.message);
    logError(`${context.req.method} ${context.req.path} failed`, cause);
    return refuse(context, 503, messages.storage);
  });

  app.notFound((context) => refuse(context, 404, site.notFound.text, site.notFound.heading));

  let health = { checkedAt: Number.NEGATIVE_INFINITY, isWritable: false };
  app.get('/healthz', async (context) => {
    const time = now();
    if (time.getTime() - health.checkedAt >= healthLifetime) {
      let isWritable = true;
      try {
        await store.checkWritable(time.toISOString());
      } catch (cause) {
        isWritable = false;
        logError('The store cannot be written', cause);
      }
      health = { checkedAt: time.getTime(), isWritable };
    }
    return health.isWritable
      ? context.json({ status: 'ok' })
      : context.json({ status: 'failed', message: 'The store cannot be written.' }, 503);
  });

  app.post('/api/submit', async (context) => {
    const { fields, isNativeForm } = await readSubmitted(context.req.raw);
    const enquiry = enquiryFromPayload(fields);
    const error = 'botcheck' in fields ? { message: messages.honeypot } : validateEnquiry(enquiry);
    const submissionId = context.req.header('idempotency-key');
    // An id that comes with other words is another enquiry, whatever the sender meant by it.
    const same = submissionId === undefined ? null : [submissionId, enquiry];
    const problem = error
      ? { ...error, status: 400 as const }
      : await keep(context, 'enquiry', enquiry, same);
    if (problem) {
      return isNativeForm
        ? show(context, enquiryAgainPage(enquiry, problem), problem.status)
        : context.json({ success: false, message: problem.message }, problem.status);
    }
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
      return show(context, bookingPage({ action: path, minutes, booking, submissionId }));
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
      const kept = { ...booking, minutes: String(minutes) };
      const error =
        booking.name.trim() === ''
          ? { field: 'name', message: messages.name }
          : findEmailError(booking.email);
      const problem = error
        ? { ...error, status: 400 as const }
        : await keep(context, 'booking', kept, [submissionId, kept]);
      if (problem) {
        const options = { action: path, minutes, booking, submissionId, error: problem };
        return show(context, bookingPage(options), problem.status);
      }
      return show(context, bookingDonePage(booking));
    });
  }

  // Browsers say whether they want a page for a frame; one that does not gets the whole page.
  const isInFrame = (context: Context): boolean => {
    context.header('Vary', 'Sec-Fetch-Dest', { append: true });
    return context.req.header('sec-fetch-dest') === 'iframe';
  };

  app.get('/newsletter', (context) =>
    show(context, newsletterPage({ email: '', isFramed: isInFrame(context) }, null)),
  );

  app.post('/newsletter', async (context) => {
    const { fields } = await readSubmitted(context.req.raw);
    const email = fields.email ?? '';
    const error = findEmailError(email);
    // Subscribing twice is subscribing once.
    const problem = error
      ? { ...error, status: 400 as const }
      : await keep(context, 'subscriber', { email }, email.trim().toLowerCase());
    const options = { email, isFramed: isInFrame(context) };
    return problem
      ? show(context, newsletterPage(options, problem), problem.status)
      : show(context, newsletterDonePage(options));
  });

  // What is left on these paths are methods that they do not have.
  app.all('/api/submit', (context) => methodNotAllowed(context, 'POST'));
  app.all('/healthz', (context) => methodNotAllowed(context, 'GET, HEAD'));
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
