import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, ExecutionContext, Hono } from 'hono';
import { type Calendars, readCalendarAddresses } from '#booking/calendars.ts';
import { availability } from '#content/availability.ts';
import { countPath } from '#enquiry/counts.ts';
import { createFormBackend, hasRoute } from '#inbox/app.ts';
import { openCalendars } from '#inbox/calendar.ts';
import { createDelivery } from '#inbox/delivery/delivery.ts';
import { deliverDue } from '#inbox/delivery/outbox.ts';
import { createResend } from '#inbox/delivery/resend.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { parseOrigins } from '#inbox/origin.ts';
import { networkOf } from '#inbox/rate-limit.ts';
import { eraseExpired } from '#inbox/retention.ts';
import { createD1Store, type D1Binding } from '#inbox/stores/d1-store.ts';
import { findDeliveryMistake, readDelivery } from '../delivery.ts';
import type { variables } from '../variables.ts';

interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

type Variables = Partial<Record<keyof typeof variables, string>>;
/** Bindings of wrangler.jsonc, and the owner's variables. */
export interface WorkerEnvironment extends Omit<Variables, 'RATE_LIMIT'> {
  ASSETS: { fetch(request: Request): Promise<Response> };
  INBOX: D1Binding;
  RATE_LIMIT?: RateLimitBinding;
  COUNT_RATE_LIMIT?: RateLimitBinding;
}

/** The free plan allows 50 subrequests per run; a delivery with its acknowledgement takes up to six. */
const deliveriesAtOnce = 8;

const logError = limitLog();

type Wait = Pick<ExecutionContext, 'waitUntil'>;

/** The context of the current request or scheduled run. */
const current = new AsyncLocalStorage<Wait>();
/** Continues work after the response. */
const later = (work: Promise<unknown>): void => current.getStore()?.waitUntil(work);

const readStyles = async ({ ASSETS }: WorkerEnvironment): Promise<string | null> => {
  try {
    const response = await ASSETS.fetch(new Request('https://site/embedded.css'));
    if (!response.ok) throw new Error(`The answer was ${response.status}.`);
    return await response.text();
  } catch (cause) {
    logError('The style sheet of the pages could not be read', cause);
    return null;
  }
};

/** Returns null if submissions are not delivered. */
const openOutbox = (environment: WorkerEnvironment) => {
  // Owners may have set SMTP_URL, which Workers cannot use, as a secret.
  const config = readDelivery({ ...environment, SMTP_URL: undefined });
  if (!config) return null;
  const place = { store: createD1Store(environment.INBOX), logError };
  const open: Parameters<typeof createDelivery>[1] = (service) => {
    if (service.by === 'smtp') throw new Error('Workers send no mail by SMTP');
    return createResend(service.key, service.url);
  };
  const { invite, ...delivery } = createDelivery(config, open, { ...place, later });
  const options = { ...place, ...delivery };
  return { invite, deliverDue: () => deliverDue(options, deliveriesAtOnce) };
};

/** @returns null for no limit */
const limitBy = (binding: RateLimitBinding | undefined) =>
  binding
    ? {
        allows: async (address: string) =>
          (await binding.limit({ key: networkOf(address) })).success,
        addressOf: ({ req }: Context) => req.header('cf-connecting-ip') ?? '',
      }
    : null;

const hoursOf = ({ PUBLIC_BOOKING_URL }: WorkerEnvironment) =>
  PUBLIC_BOOKING_URL ? null : availability;

let calendars: Calendars | null = null;

const calendarsOf = (environment: WorkerEnvironment): Calendars => {
  const store = createD1Store(environment.INBOX);
  calendars ??= openCalendars(hoursOf(environment), store, environment.INBOX_TO || null, {
    addresses: readCalendarAddresses(environment.CALENDAR_URLS ?? ''),
    report: (message) => logError(message, null),
  });
  return calendars;
};

const createBackend = (environment: WorkerEnvironment, styles: string): Hono => {
  const outbox = openOutbox(environment);
  const mistake = findDeliveryMistake(environment, 'worker');
  if (mistake) logError(mistake.message, null);
  const isCounting = environment.PUBLIC_ANALYTICS_ENDPOINT === countPath;
  return createFormBackend({
    store: createD1Store(environment.INBOX),
    styles,
    logError,
    log: console.log,
    outbox: outbox && { wake: () => later(outbox.deliverDue()) },
    rateLimit: limitBy(environment.RATE_LIMIT),
    counts: isCounting ? { rateLimit: limitBy(environment.COUNT_RATE_LIMIT) } : null,
    allowedOrigins: parseOrigins(environment.ALLOWED_ORIGINS ?? ''),
    booking: {
      availability,
      bookingUrl: environment.PUBLIC_BOOKING_URL || null,
      calendars: calendarsOf(environment),
      calendarKey: environment.CALENDAR_KEY || null,
      invite: outbox?.invite ?? null,
    },
  });
};

/**
 * Returns the page for unknown addresses. If Workers served it, it would have the headers of the address, with
 * which browsers cache a missing file of /_astro/ for a year; at /404 its status would be 200.
 */
const notFound = async ({ method, url }: Request, { ASSETS }: WorkerEnvironment) => {
  const page = await ASSETS.fetch(new Request(new URL('/404', url), { method }));
  return page.ok ? new Response(page.body, { status: 404, headers: page.headers }) : page;
};

let backend: Hono | null = null;

export default {
  /** Handles the requests that match no file, and those for the page for unknown addresses. */
  fetch: (request: Request, environment: WorkerEnvironment, context: ExecutionContext) =>
    current.run(context, async (): Promise<Response> => {
      const styles = backend ? null : await readStyles(environment);
      if (styles !== null) backend ??= createBackend(environment, styles);
      // Without styles, submissions are still kept; the next request asks again.
      const app = backend ?? createBackend(environment, '');
      if (!hasRoute(app, new URL(request.url).pathname)) return notFound(request, environment);
      const { body, status, headers } = await app.fetch(request, environment, context);
      // Without this, Workers would compress a compressed body again.
      return new Response(body, { status, headers, encodeBody: 'manual' } as ResponseInit);
    }),

  scheduled: (_event: unknown, environment: WorkerEnvironment, context: Wait) =>
    current.run(context, async () => {
      await openOutbox(environment)?.deliverDue();
      await eraseExpired(createD1Store(environment.INBOX), console.log);
      // Last, because it can exceed the limits of the platform.
      await calendarsOf(environment).refresh();
    }),
};
