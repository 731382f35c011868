import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Calendars } from '#booking/calendars.ts';
import { embedded } from '#content/embedded.ts';
import { failureMessages } from '#content/messages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { countPath, parseCount } from '#enquiry/counts.ts';
import { receipt } from '#enquiry/form-services/form-service.ts';
import { findError } from '#enquiry/validation.ts';
import { backendHeaders } from '#headers/policy.ts';
import type { Availability } from '#model/availability.ts';
import { statusText } from '#model/status-text.ts';
import { networkHash } from './booking-limit.ts';
import { addBookingRoutes, type Problem } from './booking-routes.ts';
import { createCalendar } from './calendar.ts';
import { countLimit, isLeftOut } from './counts.ts';
import { stateOf } from './kinds/booked-time.ts';
import { booking, bookingLengths } from './kinds/booking.ts';
import { enquiry } from './kinds/enquiry.ts';
import type { SubmissionKind } from './kinds/index.ts';
import type { Fields, Kind } from './kinds/kind.ts';
import { subscriber } from './kinds/subscriber.ts';
import { localTime } from './local-time.ts';
import { isOwnOrigin } from './origin.ts';
import {
  enquiryAgainPage,
  newsletterDonePage,
  newsletterPage,
  type Page,
  problemPage,
  renderPage,
} from './pages.ts';
import { bookedPath, calendarFilePath, feedPath } from './paths.ts';
import { type RateLimit, ratePeriod } from './rate-limit.ts';
import { readSubmitted, readText } from './request.ts';
import type { Booking, NewSubmission, Store } from './stores/store.ts';

interface AddressLimit {
  allows: RateLimit;
  addressOf: (context: Context) => string;
}

export interface FormBackendOptions {
  store: Store;
  /** The text of /embedded.css. */
  styles: string;
  /** Never given what visitors typed. */
  logError: (message: string, cause: unknown) => void;
  /** Given a line for each submission, without what visitors typed. */
  log?: (line: string) => void;
  /** Null when submissions are not delivered. */
  outbox?: { wake: (context: Context) => void } | null;
  /** Writes to who booked, and never rejects; null where no mail is sent. */
  invite?: ((context: Context, booking: Booking, url: string) => Promise<void>) | null;
  rateLimit?: AddressLimit | null;
  /** Null when nothing is counted here; the limit is one of counts alone. */
  counts?: { rateLimit: AddressLimit | null } | null;
  allowedOrigins?: readonly string[];
  /** The owner's hours; null where visitors say in words when it would suit them. */
  availability?: Availability | null;
  /** Where bookings are made instead; null for here. */
  bookingUrl?: string | null;
  /** The owner's own, where there are some. */
  calendars?: Pick<Calendars, 'busy'> | null;
  /** With it, the owner's calendar can subscribe to the bookings. */
  calendarKey?: string | null;
  /** What addresses in calendars begin with; null for what a request came to. */
  siteUrl?: string | null;
  now?: () => Date;
  /** Milliseconds, never set back. */
  elapsed?: () => number;
}

const { messages } = embedded;

/** Milliseconds. A check writes to the store, and anybody can ask for it. */
const healthLifetime = 30_000;

/** An enquiry is told more than what did not happen, and why (behavior 6.1). */
const failureOf = (kind: Kind<SubmissionKind>, status: 429 | 503, ofEnquiry: string): Problem => ({
  status,
  message: kind.notDone === null ? ofEnquiry : `${kind.notDone} ${statusText(status)}`,
  isFailure: true,
});

/** What a visitor was about to do, and where to try it again. */
const errandAt = (path: string): { title: string; retry: string } => {
  if (path === '/api/submit') return { title: embedded.contact.title, retry: '/#contact' };
  const { title } = path === '/newsletter' ? embedded.newsletter : embedded.booking;
  return { title, retry: path };
};

/** Uses node:crypto because the Web's own digest takes ten times as long. */
const idempotencyKey = (kind: SubmissionKind, same: unknown): string =>
  `${kind} ${createHash('sha256').update(JSON.stringify(same)).digest('hex')}`;

/** The embedded form backend, with the form service's contract (behavior 3.6, 9.1). */
export const createFormBackend = ({
  store,
  styles,
  logError,
  log = () => {},
  outbox = null,
  invite = null,
  rateLimit = null,
  counts = null,
  allowedOrigins = [],
  availability = null,
  bookingUrl = null,
  calendars = null,
  calendarKey = null,
  siteUrl = null,
  now = () => new Date(),
  elapsed = () => performance.now(),
}: FormBackendOptions): Hono => {
  const app = new Hono();
  const hours = bookingUrl === null ? availability : null;
  const feedKey = hours && calendarKey;
  let health = { until: Number.NEGATIVE_INFINITY, isWritable: true };
  const noteHealth = (isWritable: boolean): void => {
    health = { until: elapsed() + healthLifetime, isWritable };
  };

  const show = (context: Context, page: Page, status: ContentfulStatusCode = 200) =>
    context.html(renderPage(page, styles), status);

  /** Counts what a network sends, whatever comes of it. */
  const isTooOften = async (limit: AddressLimit | null, context: Context): Promise<boolean> => {
    if (limit === null || (await limit.allows(limit.addressOf(context)))) return false;
    context.header('Retry-After', String(ratePeriod));
    return true;
  };

  /**
   * Stores what is right, and not sent too often.
   * @param write returns the id, null when it was known, or why not
   * @returns null when it is on disk
   */
  const keepWith = async (
    context: Context,
    kind: Kind<SubmissionKind>,
    fields: Fields,
    write: (submission: Omit<NewSubmission, 'idempotencyKey'>) => Promise<number | Problem | null>,
  ): Promise<Problem | null> => {
    if (await isTooOften(rateLimit, context)) return failureOf(kind, 429, messages.tooMany);
    const error = findError(kind.fields, fields);
    if (error) return { status: 400, ...error };
    try {
      const receivedAt = now().toISOString();
      const isToDeliver = outbox !== null;
      const result = await write({ kind: kind.name, fields, receivedAt, isToDeliver });
      noteHealth(true);
      if (result !== null && typeof result !== 'number') return result;
      if (result !== null) {
        log(`${localTime(receivedAt)}  ${kind.name} ${result}`);
        outbox?.wake(context);
      }
      return null;
    } catch (cause) {
      noteHealth(false);
      logError(`A submission to ${context.req.path} could not be stored`, cause);
      return failureOf(kind, 503, messages.storage);
    }
  };

  const keep = (
    context: Context,
    kind: Kind<SubmissionKind>,
    fields: Fields,
    submissionId: string | null,
  ): Promise<Problem | null> =>
    keepWith(context, kind, fields, (submission) => {
      const same = kind.sameness(fields, submissionId);
      return store.add({
        ...submission,
        idempotencyKey: same === null ? null : idempotencyKey(kind.name, same),
      });
    });

  // Old browsers do not send the header, and get the whole page.
  const isInFrame = (context: Context): boolean => {
    context.header('Vary', 'Sec-Fetch-Dest', { append: true });
    return context.req.header('sec-fetch-dest') === 'iframe';
  };

  const refuse = (context: Context, status: ContentfulStatusCode, message: string) => {
    const isPerson = context.req.header('accept')?.includes('text/html') ?? false;
    if (!isPerson) return context.json({ success: false, message }, status);
    const { title, retry } = errandAt(context.req.path);
    return show(context, problemPage(title, message, retry, isInFrame(context)), status);
  };

  const refuseMethod = (context: Context, allow: string) => {
    context.header('Allow', allow);
    return refuse(context, 405, messages.method);
  };

  // Pages only: the other answers are shorter than what would be added.
  app.use(compress({ encoding: 'gzip', contentTypeFilter: /^text\/html/ }));

  const framedHeaders = Object.entries(backendHeaders(true, styles));
  const plainHeaders = Object.entries(backendHeaders(false, styles));
  app.use(async (context, next) => {
    await next();
    const isFramed = context.req.path === '/newsletter';
    for (const [name, value] of isFramed ? framedHeaders : plainHeaders) {
      context.header(name, value);
    }
    // For what a visitor typed. In a frame, no-store would also keep the home page out of the
    // back/forward cache, so there it waits for something that was typed.
    const { method } = context.req;
    if (!isFramed || method === 'POST') context.header('Cache-Control', 'no-store');
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
    if (cause instanceof HTTPException) return refuse(context, cause.status, cause.message);
    logError(`${context.req.method} ${context.req.path} failed`, cause);
    return refuse(context, 500, failureMessages.server);
  });

  app.get('/healthz', async (context) => {
    if (elapsed() >= health.until) {
      // Who asks meanwhile is told what was so before.
      noteHealth(health.isWritable);
      try {
        await store.checkWritable(now().toISOString());
        noteHealth(true);
      } catch (cause) {
        noteHealth(false);
        logError('The store cannot be written', cause);
      }
    }
    return health.isWritable
      ? context.json({ status: 'ok' })
      : context.json({ status: 'failed', message: 'The store cannot be written.' }, 503);
  });

  app.post('/api/submit', async (context) => {
    const { fields: sent, isNativeForm } = await readSubmitted(context.req.raw);
    const fields = enquiry.read(sent);
    const submissionId = context.req.header('idempotency-key') ?? null;
    const problem: Problem | null =
      'botcheck' in sent
        ? { status: 400, message: messages.honeypot }
        : await keep(context, enquiry, fields, submissionId);
    if (problem) {
      return isNativeForm
        ? show(context, enquiryAgainPage(fields, problem), problem.status)
        : context.json({ success: false, message: problem.message }, problem.status);
    }
    return isNativeForm
      ? context.redirect(receipt.path, 303)
      : context.json({ success: true, message: messages.received });
  });

  addBookingRoutes({
    app,
    store,
    bookingUrl,
    calendar: hours && createCalendar({ availability: hours, store, calendars, now }),
    now,
    show,
    keep: (context, fields, write) => keepWith(context, booking, fields, write),
    keepRequest: (context, fields, submissionId) => keep(context, booking, fields, submissionId),
    isTooOften: (context) => isTooOften(rateLimit, context),
    networkOf: async (context) => rateLimit && networkHash(store, rateLimit.addressOf(context)),
    tell: (context, { id, time }) => {
      log(`${localTime(now().toISOString())}  booking ${id} ${stateOf(time)}`);
      outbox?.wake(context);
    },
    invite,
    isDelivered: outbox !== null,
    logError,
    calendarKey: feedKey,
    siteUrl,
  });

  app.get('/newsletter', (context) =>
    show(context, newsletterPage(subscriber.read({}), isInFrame(context), null)),
  );

  app.post('/newsletter', async (context) => {
    const fields = subscriber.read((await readSubmitted(context.req.raw)).fields);
    const problem = await keep(context, subscriber, fields, null);
    const isFramed = isInFrame(context);
    return problem
      ? show(context, newsletterPage(fields, isFramed, problem), problem.status)
      : show(context, newsletterDonePage(fields, isFramed));
  });

  if (counts) {
    // Nobody reads the answers: a beacon has none that the page could see.
    app.post(countPath, async (context) => {
      if (isLeftOut(context.req.raw.headers)) return context.body(null, 204);
      if (await isTooOften(counts.rateLimit, context)) return refuse(context, 429, statusText(429));
      const counted = parseCount(await readText(context.req.raw, countLimit));
      if (!counted) return refuse(context, 400, messages.unreadable);
      await store.addCount(now().toISOString().slice(0, 10), counted);
      return context.body(null, 204);
    });
    app.all(countPath, (context) => refuseMethod(context, 'POST'));
  }
  app.notFound((context) => context.json({ success: false, message: statusText(404) }, 404));

  // Reached by methods without a handler above.
  app.all('/api/submit', (context) => refuseMethod(context, 'POST'));
  app.all('/healthz', (context) => refuseMethod(context, 'GET, HEAD'));
  const bookPaths = bookingUrl === null ? Array.from(bookingLengths, bookingPath) : [];
  for (const path of [...bookPaths, bookedPath, '/newsletter']) {
    app.all(path, (context) => refuseMethod(context, 'GET, HEAD, POST'));
  }
  for (const path of [calendarFilePath, ...(feedKey ? [feedPath] : [])]) {
    app.all(path, (context) => refuseMethod(context, 'GET, HEAD'));
  }

  return app;
};
