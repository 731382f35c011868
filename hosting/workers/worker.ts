import type { Context, ExecutionContext, Hono } from 'hono';
import { type Calendars, readCalendarAddresses } from '#booking/calendars.ts';
import { availability } from '#content/availability.ts';
import { countPath } from '#enquiry/counts.ts';
import { createFormBackend } from '#inbox/app.ts';
import { openCalendars } from '#inbox/calendar.ts';
import { createDelivery } from '#inbox/delivery/delivery.ts';
import { deliverDue } from '#inbox/delivery/outbox.ts';
import { createResend } from '#inbox/delivery/resend.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { parseOrigins } from '#inbox/origin.ts';
import { isRouteEnabled } from '#inbox/paths.ts';
import { networkOf } from '#inbox/rate-limit.ts';
import { eraseExpired } from '#inbox/retention.ts';
import { createD1Store, type D1Binding } from '#inbox/stores/d1-store.ts';
import {
  type DeliveryVariables,
  findDeliveryMistake,
  findLogin,
  readDelivery,
} from '../delivery.ts';

interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Bindings of wrangler.jsonc, and the owner's variables. */
export interface WorkerEnvironment extends Omit<DeliveryVariables, 'SMTP_URL'> {
  ASSETS: { fetch(request: Request): Promise<Response> };
  INBOX: D1Binding;
  RATE_LIMIT?: RateLimitBinding;
  COUNT_RATE_LIMIT?: RateLimitBinding;
  ALLOWED_ORIGINS?: string;
  PUBLIC_ANALYTICS_ENDPOINT?: string;
  PUBLIC_BOOKING_URL?: string;
  CALENDAR_URLS?: string;
  CALENDAR_KEY?: string;
}

/** The free plan allows 50 requests at once; a delivery with its acknowledgement takes up to six. */
const deliveriesAtOnce = 8;

const logError = limitLog((message, cause) =>
  cause === null ? console.error(message) : console.error(message, cause),
);

const log = (line: string): void => console.log(line);

type Wait = Pick<ExecutionContext, 'waitUntil'>;

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

/** Null when nobody is to be told of submissions. */
const createOutbox = (environment: WorkerEnvironment) => {
  // Where it was set as a secret all the same.
  const config = readDelivery({ ...environment, SMTP_URL: undefined });
  if (!config) return null;
  const place = { store: createD1Store(environment.INBOX), logError };
  const { deliver, acknowledge, invite, notify } = createDelivery(
    config,
    (service) => {
      if (service.by === 'smtp') throw new Error('Workers send no mail by SMTP');
      return createResend(service.key, service.baseUrl);
    },
    place,
  );
  return {
    invite,
    deliverDue: (context: Wait): Promise<number> =>
      deliverDue(
        {
          ...place,
          deliver,
          notify,
          acknowledge: acknowledge && ((submission) => context.waitUntil(acknowledge(submission))),
        },
        deliveriesAtOnce,
      ),
  };
};

/** @returns null for any number */
const limitBy = (binding: RateLimitBinding | undefined) =>
  binding
    ? {
        allows: async (address: string) =>
          (await binding.limit({ key: networkOf(address) })).success,
        addressOf: ({ req }: Context) => req.header('cf-connecting-ip') ?? '',
      }
    : null;

/** Of the latest request: what goes on after its answer is as good for any other. */
let latest: Wait | null = null;
let calendars: Calendars | null = null;

const hoursOf = ({ PUBLIC_BOOKING_URL }: WorkerEnvironment) =>
  PUBLIC_BOOKING_URL ? null : availability;

const calendarsOf = (environment: WorkerEnvironment): Calendars => {
  const store = createD1Store(environment.INBOX);
  calendars ??= openCalendars(hoursOf(environment), store, environment.INBOX_TO || null, {
    addresses: readCalendarAddresses(environment.CALENDAR_URLS ?? ''),
    report: (message) => logError(message, null),
    later: (work) => latest?.waitUntil(work),
  });
  return calendars;
};

const createBackend = (environment: WorkerEnvironment, styles: string): Hono => {
  const outbox = createOutbox(environment);
  const invite = outbox?.invite ?? null;
  const mistake = findLogin(environment) ?? findDeliveryMistake(environment, ['RESEND_API_KEY']);
  if (mistake) logError(mistake.message, null);
  return createFormBackend({
    store: createD1Store(environment.INBOX),
    styles,
    logError,
    log,
    outbox: outbox && {
      wake: ({ executionCtx }) => executionCtx.waitUntil(outbox.deliverDue(executionCtx)),
    },
    rateLimit: limitBy(environment.RATE_LIMIT),
    counts:
      environment.PUBLIC_ANALYTICS_ENDPOINT === countPath
        ? { rateLimit: limitBy(environment.COUNT_RATE_LIMIT) }
        : null,
    allowedOrigins: parseOrigins(environment.ALLOWED_ORIGINS ?? ''),
    booking: {
      availability,
      bookingUrl: environment.PUBLIC_BOOKING_URL || null,
      calendars: calendarsOf(environment),
      calendarKey: environment.CALENDAR_KEY || null,
      invite:
        invite &&
        (({ executionCtx }, booking, url) =>
          invite(booking, url, (sending) => executionCtx.waitUntil(sending))),
    },
  });
};

/**
 * The page for unknown addresses. Workers' own would have the headers of the address, under which
 * browsers keep a missing file of /_astro/ for a year; at /404 its status would be 200.
 */
const notFound = async ({ method, url }: Request, { ASSETS }: WorkerEnvironment) => {
  const page = await ASSETS.fetch(new Request(new URL('/404', url), { method }));
  return page.ok ? new Response(page.body, { status: 404, headers: page.headers }) : page;
};

/** Workers would compress once more what says that it is compressed. */
const asEncoded = ({ body, status, headers }: Response): Response =>
  new Response(body, { status, headers, encodeBody: 'manual' } as ResponseInit);

let backend: Hono | null = null;

export default {
  /** Asked for what is no file, and for the page for unknown addresses. */
  async fetch(request: Request, environment: WorkerEnvironment, context: ExecutionContext) {
    latest = context;
    const isBookingHere = !environment.PUBLIC_BOOKING_URL;
    const hasFeed = hoursOf(environment) !== null && Boolean(environment.CALENDAR_KEY);
    if (!isRouteEnabled(new URL(request.url).pathname, isBookingHere, hasFeed)) {
      return notFound(request, environment);
    }
    const styles = backend ? null : await readStyles(environment);
    if (styles !== null) backend ??= createBackend(environment, styles);
    // Without styles, submissions are still kept; the next request asks again.
    const answer = (backend ?? createBackend(environment, '')).fetch(request, environment, context);
    return asEncoded(await answer);
  },

  async scheduled(_event: unknown, environment: WorkerEnvironment, context: Wait) {
    latest = context;
    await createOutbox(environment)?.deliverDue(context);
    await eraseExpired(createD1Store(environment.INBOX), log);
    // The last, as it can take more than the platform allows.
    await calendarsOf(environment).refresh();
  },
};
