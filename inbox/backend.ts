import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Calendars } from '#booking/calendars.ts';
import { embedded } from '#content/embedded.ts';
import { findError } from '#enquiry/validation.ts';
import type { Availability } from '#model/availability.ts';
import { statusText } from '#model/status-text.ts';
import { type Fields, kinds, type SubmissionKind } from './kinds/index.ts';
import type { LogError } from './limited-log.ts';
import { type FormError, type Page, renderPage } from './pages.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Store } from './stores/sql-store.ts';
import type { Booking, NewSubmission } from './stores/store.ts';

interface AddressLimit {
  allows: RateLimit;
  addressOf: (context: Context) => string;
}

export interface BookingOptions {
  /** The owner's hours; null if visitors suggest times in words. */
  availability?: Availability | null;
  /** The booking page that replaces ours; null for ours. */
  bookingUrl?: string | null;
  /** The owner's calendars; null if none is configured. */
  calendars?: Pick<Calendars, 'busy'> | null;
  /** The key with which the owner's calendar can subscribe to the bookings. */
  calendarKey?: string | null;
  /** The origin of links in mails and calendars; null for the origin of the request. */
  siteUrl?: string | null;
  /** Mails the visitor who booked, and never rejects; null if no mail is sent. */
  invite?: ((booking: Booking, url: string) => Promise<void>) | null;
}

export interface FormBackendOptions {
  store: Store;
  /** The text of /embedded.css. */
  styles: string;
  logError: LogError;
  /** Logs a line for each submission, without anything that visitors typed. */
  log?: (line: string) => void;
  /** Null if submissions are not delivered. */
  outbox?: { wake: () => void } | null;
  rateLimit?: AddressLimit | null;
  /** Null if nothing is counted here; the limit applies only to counts. */
  counts?: { rateLimit: AddressLimit | null } | null;
  allowedOrigins?: readonly string[];
  booking?: BookingOptions;
  now?: () => Date;
}

/** The reason why nothing was stored, and the status of the response. */
export interface Refusal extends FormError {
  status: 400 | 409 | 429 | 503;
}

export const isRefusal = (result: object): result is Refusal => 'status' in result;

/** Refuses a submission because there were too many, or the store failed. */
export const failure = (status: 429 | 503, message = statusText(status)): Refusal => ({
  status,
  message,
  isFailure: true,
});

/** Refuses a submission with a ticked honeypot (inbox/pages.ts), and shows the address for people. */
export const refuseRobot = (sent: Fields): Refusal | null =>
  'botcheck' in sent ? { status: 400, message: embedded.messages.honeypot, isFailure: true } : null;

/** Such as `2026-01-31 14:05`, in the time zone of the machine. */
const logTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Creates the state that all routes share. */
export const createBackend = ({
  store,
  styles,
  logError,
  log = () => {},
  outbox = null,
  rateLimit = null,
  now = () => new Date(),
}: FormBackendOptions) => {
  const show = (context: Context, page: Page, status: ContentfulStatusCode = 200) => {
    // Old browsers do not send this header, and get the complete page.
    const isFramed = context.req.header('sec-fetch-dest') === 'iframe';
    return context.html(renderPage(page, styles, isFramed), status);
  };

  /** Counts a valid request from a network. */
  const isTooOften = async (context: Context, limit = rateLimit): Promise<boolean> =>
    limit !== null && !(await limit.allows(limit.addressOf(context)));

  /** Notifies the terminal and the outbox of a new submission. */
  const announce = (what: string): void => {
    log(`${logTime.format(now())}  ${what}`);
    outbox?.wake();
  };

  /**
   * Stores valid fields within the rate limit.
   * @param write stores them, and announces what is new for the owner
   * @returns the result of `write`, when it is on disk, or the reason why nothing was stored
   */
  const keepWith = async <Result>(
    context: Context,
    kind: SubmissionKind,
    fields: Fields,
    write: (draft: Omit<NewSubmission, 'idempotencyKey'>) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> => {
    const { fields: known, failurePrefix } = kinds[kind];
    const fail = (status: 429 | 503, own: string): Refusal =>
      failure(status, failurePrefix === null ? own : `${failurePrefix} ${statusText(status)}`);
    const error = findError(known, fields);
    if (error) return { status: 400, ...error };
    if (await isTooOften(context)) return fail(429, embedded.messages.tooMany);
    try {
      const receivedAt = now().toISOString();
      return await write({ kind, fields, receivedAt, isToDeliver: outbox !== null });
    } catch (cause) {
      logError(`A submission to ${context.req.path} could not be stored`, cause);
      return fail(503, embedded.messages.storage);
    }
  };

  /** Stores a submission once, even if it is sent again. @returns null when it is on disk */
  const keep = async (
    context: Context,
    kind: SubmissionKind,
    fields: Fields,
    submissionId: string = crypto.randomUUID(),
  ): Promise<Refusal | null> => {
    const same = kinds[kind].dedupeKey?.(fields) ?? [submissionId, fields];
    // The Web Crypto API takes ten times as long.
    const hash = createHash('sha256').update(JSON.stringify(same)).digest('hex');
    return keepWith(context, kind, fields, async (draft) => {
      const id = await store.add({ ...draft, idempotencyKey: `${kind} ${hash}` });
      if (id !== null) announce(`${kind} ${id}`);
      return null;
    });
  };

  return {
    ...{ store, now, logError, rateLimit, isDelivered: outbox !== null },
    ...{ show, isTooOften, announce, keepWith, keep },
  };
};

export type Backend = ReturnType<typeof createBackend>;
