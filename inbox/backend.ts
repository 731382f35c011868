import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Calendars } from '#booking/calendars.ts';
import { embedded } from '#content/embedded.ts';
import { findError } from '#enquiry/validation.ts';
import type { Availability } from '#model/availability.ts';
import { statusText } from '#model/status-text.ts';
import { createHealth } from './health.ts';
import type { SubmissionKind } from './kinds/index.ts';
import type { Fields, Kind } from './kinds/kind.ts';
import type { LogError } from './limited-log.ts';
import { localTime } from './local-time.ts';
import { type FormError, type Page, problemPage, renderPage } from './pages.ts';
import { type RateLimit, ratePeriod } from './rate-limit.ts';
import type { Store } from './stores/sql-store.ts';
import type { Booking, NewSubmission } from './stores/store.ts';

interface AddressLimit {
  allows: RateLimit;
  addressOf: (context: Context) => string;
}

export interface BookingOptions {
  /** The owner's hours; null where visitors write their times in words. */
  availability?: Availability | null;
  /** The booking page that replaces ours; null for ours. */
  bookingUrl?: string | null;
  /** The owner's own, where there are some. */
  calendars?: Pick<Calendars, 'busy'> | null;
  /** The key with which the owner's calendar can subscribe to the bookings. */
  calendarKey?: string | null;
  /** The start of addresses in calendars; null for the origin of the request. */
  siteUrl?: string | null;
  /** Mails the visitor who booked, and never rejects; null where no mail is sent. */
  invite?: ((booking: Booking, url: string) => Promise<void>) | null;
}

export interface FormBackendOptions {
  store: Store;
  /** The text of /embedded.css. */
  styles: string;
  logError: LogError;
  /** Given a line for each submission, without what visitors typed. */
  log?: (line: string) => void;
  /** Null when submissions are not delivered. */
  outbox?: { wake: () => void } | null;
  rateLimit?: AddressLimit | null;
  /** Null when nothing is counted here; the limit is one of counts alone. */
  counts?: { rateLimit: AddressLimit | null } | null;
  allowedOrigins?: readonly string[];
  booking?: BookingOptions;
  now?: () => Date;
  /** Milliseconds, never set back. */
  elapsed?: () => number;
}

/** The reason why nothing was stored, and the answer's status. */
export interface Refusal extends FormError {
  status: 400 | 409 | 429 | 503;
}

export const isRefusal = (result: object): result is Refusal => 'status' in result;

/** Old browsers do not send the header, and get the whole page. */
export const isInFrame = (context: Context): boolean => {
  context.header('Vary', 'Sec-Fetch-Dest', { append: true });
  return context.req.header('sec-fetch-dest') === 'iframe';
};

/** Creates the state that all routes share. @param titleAt what a visitor wants at a path */
export const createBackend = ({
  store,
  styles,
  logError,
  titleAt,
  log = () => {},
  outbox = null,
  rateLimit = null,
  now = () => new Date(),
  elapsed = () => performance.now(),
}: FormBackendOptions & { titleAt: (path: string) => string }) => {
  const health = createHealth(store, logError, now, elapsed);

  const show = (context: Context, page: Page, status: ContentfulStatusCode = 200) =>
    context.html(renderPage(page, styles), status);

  /** Answers with a page for a person, with JSON for a program. */
  const refuse = (context: Context, status: ContentfulStatusCode, message: string) => {
    const isPerson = context.req.header('accept')?.includes('text/html') ?? false;
    if (!isPerson) return context.json({ success: false, message }, status);
    const { path, url } = context.req;
    const retry = path === '/api/submit' ? '/#contact' : path + new URL(url).search;
    return show(context, problemPage(titleAt(path), message, retry, isInFrame(context)), status);
  };

  /** Counts what a network sends, whatever comes of it. */
  const isTooOften = async (context: Context, limit = rateLimit): Promise<boolean> => {
    if (limit === null || (await limit.allows(limit.addressOf(context)))) return false;
    context.header('Retry-After', String(ratePeriod));
    return true;
  };

  /** Tells terminal and outbox of what is new in the store. */
  const announce = (what: string): void => {
    log(`${localTime(now().toISOString())}  ${what}`);
    outbox?.wake();
  };

  /**
   * Stores valid fields within the rate limit.
   * @param write stores them; an ID of null means that they were stored before
   * @returns what `write` returns, when it is on disk, or why it is not
   */
  const keepWith = async <Kept extends { id: number | null }>(
    context: Context,
    kind: Kind<SubmissionKind>,
    fields: Fields,
    write: (draft: Omit<NewSubmission, 'idempotencyKey'>) => Promise<Kept | Refusal>,
  ): Promise<Kept | Refusal> => {
    /** An enquiry has more words than what did not happen, and why (behavior 6.1). */
    const failure = (status: 429 | 503, ofEnquiry: string): Refusal => ({
      status,
      message:
        kind.failurePrefix === null ? ofEnquiry : `${kind.failurePrefix} ${statusText(status)}`,
      isFailure: true,
    });
    if (await isTooOften(context)) return failure(429, embedded.messages.tooMany);
    const error = findError(kind.fields, fields);
    if (error) return { status: 400, ...error };
    try {
      const receivedAt = now().toISOString();
      const isToDeliver = outbox !== null;
      const result = await write({ kind: kind.name, fields, receivedAt, isToDeliver });
      // A refused or known submission wrote nothing, so it proves nothing about the store.
      if (isRefusal(result) || result.id === null) return result;
      health.note(true);
      announce(`${kind.name} ${result.id}`);
      return result;
    } catch (cause) {
      health.note(false);
      logError(`A submission to ${context.req.path} could not be stored`, cause);
      return failure(503, embedded.messages.storage);
    }
  };

  /** Stores it once, also when it is sent again. @returns null when it is on disk */
  const keep = async (
    context: Context,
    kind: Kind<SubmissionKind>,
    fields: Fields,
    submissionId: string | null = null,
  ): Promise<Refusal | null> => {
    const dedupeKey = kind.dedupeKey(fields, submissionId);
    // The Web's own digest takes ten times as long.
    const hash = () => createHash('sha256').update(JSON.stringify(dedupeKey)).digest('hex');
    const idempotencyKey = dedupeKey === null ? null : `${kind.name} ${hash()}`;
    const result = await keepWith(context, kind, fields, async (draft) => ({
      id: await store.add({ ...draft, idempotencyKey }),
    }));
    return isRefusal(result) ? result : null;
  };

  return {
    ...{ store, health, now, logError, rateLimit, isDelivered: outbox !== null },
    ...{ show, refuse, isTooOften, announce, keepWith, keep },
  };
};

export type Backend = ReturnType<typeof createBackend>;
