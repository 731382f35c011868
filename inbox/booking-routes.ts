import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { day } from '#booking/interval.ts';
import { readTimeZone } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { statusText } from '#model/status-text.ts';
import {
  bookedAddress,
  bookedPage,
  calendarPage,
  noTime,
  type Offer,
  requestedPage,
  requestPage,
  unknownBookingPage,
} from './booking-pages.ts';
import type { Calendar } from './calendar.ts';
import { feedOf, fileOf } from './kinds/booked-event.ts';
import { bookedTimeIn, inShort, inWords, isOver, ownerZone } from './kinds/booked-time.ts';
import { booking, bookingFromQuery, bookingLengths } from './kinds/booking.ts';
import type { Fields } from './kinds/kind.ts';
import { mailboxOf } from './mailbox.ts';
import type { FormError, Page } from './pages.ts';
import { bookedPath, calendarFilePath, feedPath } from './paths.ts';
import { readSubmitted } from './request.ts';
import type { Booking, NewSubmission, Store } from './stores/store.ts';

/** A refusal, and the answer's status. */
export interface Problem extends FormError {
  status: 400 | 404 | 409 | 429 | 503;
}

/** What the form backend has for all its routes. */
export interface Desk {
  app: Hono;
  store: Store;
  /** Where bookings are made instead; null for here. */
  bookingUrl: string | null;
  /** Null where visitors say in words when it would suit them. */
  calendar: Calendar | null;
  now: () => Date;
  show: (context: Context, page: Page, status?: Problem['status']) => Response | Promise<Response>;
  /** Stores what is right and not too often. @returns null when it is on disk */
  keep: (
    context: Context,
    fields: Fields,
    write: (submission: Omit<NewSubmission, 'idempotencyKey'>) => Promise<number | Problem | null>,
  ) => Promise<Problem | null>;
  /** As for all submissions of this kind. */
  keepRequest: (context: Context, fields: Fields, submissionId: string) => Promise<Problem | null>;
  isTooOften: (context: Context) => Promise<boolean>;
  /** A hash of where a request comes from; null where that is not limited. */
  networkOf: (context: Context) => Promise<string | null>;
  /** A booking was changed: the owner is told. */
  tell: (context: Context, booking: Booking) => void;
  /** Resolves when the store knows whether a mail goes out, and never rejects; null where none is sent. */
  invite: ((context: Context, booking: Booking, url: string) => Promise<void>) | null;
  isDelivered: boolean;
  logError: (message: string, cause: unknown) => void;
  /** What the owner's calendar must know to subscribe; null where it cannot. */
  calendarKey: string | null;
  /** With this, addresses in files and mails begin; null for what the request came to. */
  siteUrl: string | null;
}

const calendarType = 'text/calendar; charset=utf-8';

const { calendar: words, messages } = embedded;

/**
 * Times to come that a mailbox or a network may hold, with those booked within a day: each is a mail, and a
 * time that nobody else can have.
 */
const mostHeld = 3;
/** Times that who booked may move it, each a mail to them and to the owner; it can always be cancelled. */
const mostMoves = 5;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * What reads and changes a booking. From the form's own random number, so that a form that is sent twice
 * leads to one booking and its one key, of which the store has a hash.
 */
const keyFor = (submissionId: string): string =>
  digest(`key ${submissionId}`).toString('base64url');
export const hashOf = (key: string): string => digest(key).toString('hex');

const problemAt = (
  name: keyof typeof words.messages,
  status: Problem['status'] = 409,
): Problem => ({
  status,
  field: 'time',
  message: words.messages[name],
});

const fromNetwork: Problem = {
  status: 429,
  message: fillIdentity(words.messages.tooManyFromNetwork, 'content/words'),
  isFailure: true,
};

/** Of a change: the booking stands beside it. */
const tooOften: Problem = { status: 429, message: statusText(429), isFailure: true };

/** Of a form that was sent before: with the same words and time it is one booking, else a new one is asked for. */
const judgeAgain = ({ fields, time: booked }: Booking, now: { fields: Fields; chosen: string }) => {
  const isMoved = booked.sequence > 0 && booked.cancelledAt === null;
  const isSame = isMoved || booked.start === now.chosen;
  if (isSame && JSON.stringify(fields) === JSON.stringify(now.fields)) return 'same';
  const when = inShort(bookedTimeIn(booked, fields.zone));
  const said = booked.cancelledAt === null ? words.messages.known : words.messages.knownCancelled;
  return { status: 409, message: said.replace('{time}', () => when) } as const;
};

/** A zone that a clock here knows, or none. */
const zoneFrom = (text = ''): string => readTimeZone(text) ?? '';

/** The fields, with a time that was chosen among the words for when it would suit. */
const inTheirWords = (fields: Fields, chosen: string): Fields => {
  if (Number.isNaN(Date.parse(chosen))) return fields;
  const time = inWords(bookedTimeIn({ start: chosen }, fields.zone));
  return { ...fields, times: [time, fields.times].filter(Boolean).join('\n') };
};

/** Milliseconds for which a booking that is over stays in the owner's calendar. */
const feedPast = 90 * day;

/** Each length has a page; a booking has one that its key opens. */
export const addBookingRoutes = (desk: Desk): void => {
  const { app, store, bookingUrl, calendar, now, show } = desk;

  const urlOf = (context: Context, key: string): string =>
    new URL(bookedAddress(key), desk.siteUrl ?? context.req.url).href;

  const invite = async (context: Context, booking: Booking, key: string): Promise<void> =>
    desk.invite?.(context, booking, urlOf(context, key));

  const offerOf = async (
    { availability, free, isChecked }: Calendar,
    minutes: number,
    zone: string | undefined,
    except?: number,
  ): Promise<Offer> => ({
    times: await free(minutes, except),
    zone: zoneFrom(zone) || availability.timeZone,
    days: availability.horizon,
    isChecked: await isChecked(),
  });

  const book = async (
    context: Context,
    { want }: Calendar,
    { fields, chosen, submissionId }: { fields: Fields; chosen: string; submissionId: string },
  ): Promise<Problem | null> => {
    const key = keyFor(submissionId);
    const keyHash = hashOf(key);
    const found: { booking: Booking | null } = { booking: null };
    const problem = await desk.keep(context, fields, async (submission) => {
      const asBefore = async (): Promise<ReturnType<typeof judgeAgain> | null> => {
        found.booking = await store.findBooking(keyHash);
        return found.booking && judgeAgain(found.booking, { fields, chosen });
      };
      const orAsBefore = async (refused: Problem): Promise<Problem | null> => {
        const judged = (await asBefore()) ?? refused;
        return judged === 'same' ? null : judged;
      };
      const judged = await asBefore();
      if (judged !== null) return judged === 'same' ? null : judged;
      const wanted = await want(chosen, Number(fields.minutes));
      // The same form, sent at the same moment, may have taken it.
      if (typeof wanted === 'string') return orAsBefore(problemAt(wanted));
      const result = await store.book({
        ...submission,
        time: wanted,
        mailbox: mailboxOf(fields.email ?? ''),
        network: await desk.networkOf(context),
        mostHeld,
        heldSince: new Date(now().getTime() - day).toISOString(),
        keyHash,
      });
      if (result.outcome === 'booked') {
        found.booking = result.booking;
        return result.booking.id;
      }
      const { outcome } = result;
      if (outcome === 'fromNetwork') return orAsBefore(fromNetwork);
      return orAsBefore(
        outcome === 'tooMany'
          ? { status: 409, message: words.messages.tooMany }
          : problemAt(outcome === 'known' ? 'taken' : outcome),
      );
    });
    // It is booked, also where this fails; the same form, sent again, makes it good.
    if (problem === null && found.booking) await invite(context, found.booking, key);
    return problem;
  };

  /** Without a calendar, or while it cannot be read, a visitor can still say when it would suit. */
  const formPage = async (
    form: { action: string; fields: Fields; submissionId: string },
    chosen: string,
    problem: Problem | null,
    zoneIs?: 'assumed' | 'chosen',
  ): Promise<Page> => {
    if (!calendar) return requestPage(form, problem);
    try {
      const offer = await offerOf(calendar, Number(form.fields.minutes), form.fields.zone);
      return calendarPage({ ...form, chosen }, offer, problem, zoneIs);
    } catch (cause) {
      desk.logError('The booked times could not be read', cause);
      return requestPage({ ...form, fields: inTheirWords(form.fields, chosen) }, problem);
    }
  };

  for (const length of site.booking && bookingUrl === null ? bookingLengths : []) {
    const action = bookingPath(length);
    const minutes = String(length);

    app.get(action, async (context) => {
      const query = context.req.query();
      const fields = { ...bookingFromQuery(query, minutes), zone: zoneFrom(query.zone) };
      const form = { action, fields, submissionId: crypto.randomUUID() };
      const zoneIs = query.zone === undefined ? 'assumed' : undefined;
      return show(context, await formPage(form, query.time ?? '', null, zoneIs));
    });

    app.post(action, async (context) => {
      const { fields: sent } = await readSubmitted(context.req.raw);
      const { time: chosen = '' } = sent;
      const read = booking.read({ ...sent, minutes, zone: zoneFrom(sent.zone) });
      // Hours that are gone since the form was opened: what was chosen is asked for.
      const fields = calendar ? read : inTheirWords(read, chosen);
      const form = { action, fields, submissionId: sent.submission_id || crypto.randomUUID() };
      const isRequest = !calendar || chosen === noTime;

      const check = async (): Promise<Problem | null> => {
        if ('botcheck' in sent) return { status: 400, message: messages.honeypot };
        if (isRequest && calendar && !fields.times?.trim()) {
          return { status: 400, field: 'times', message: words.messages.times };
        }
        if (isRequest) return desk.keepRequest(context, fields, form.submissionId);
        if (!chosen) return problemAt('choose', 400);
        // A time is what stood on the page, by the clock that it showed.
        if (sent.shown !== undefined && zoneFrom(sent.shown) !== fields.zone) {
          return problemAt('zone');
        }
        return book(context, calendar, { fields, chosen, submissionId: form.submissionId });
      };

      if (calendar && 'look' in sent) {
        return show(context, await formPage(form, chosen, null, 'chosen'));
      }
      const problem = await check();
      if (problem) {
        // What was booked with this form stays; whoever sends it once more wants another time.
        const isAnother = problem.status === 409 && !problem.field;
        const again = isAnother ? { ...form, submissionId: crypto.randomUUID() } : form;
        const page = await formPage(again, chosen, problem);
        return show(context, page, problem.status);
      }
      return isRequest
        ? show(context, requestedPage(fields))
        : context.redirect(bookedAddress(keyFor(form.submissionId)), 303);
    });
  }

  const find = async (context: Context) => {
    const key = context.req.query('key') ?? '';
    const submission = await store.findBooking(hashOf(key));
    return submission && { key, submission };
  };

  const showBooked = async (
    context: Context,
    { key, submission }: { key: string; submission: Booking },
    problem: Problem | null = null,
    wanted = '',
  ): Promise<Response> => {
    const { fields, time, id } = submission;
    const isPast = isOver(submission, now());
    const isFixed = isPast || time.cancelledAt !== null || time.sequence >= mostMoves || !calendar;
    const offer = isFixed ? null : await offerOf(calendar, Number(fields.minutes), fields.zone, id);
    const others = offer?.times.filter((start) => start !== Date.parse(time.start)) ?? [];
    const page = bookedPage(submission, key, {
      offer: offer && { ...offer, times: others },
      isOver: isPast,
      ownerZone: calendar?.availability.timeZone ?? ownerZone,
      error: problem,
      wanted,
      bookingUrl,
    });
    return show(context, page, problem?.status);
  };

  const showUnknown = (context: Context) => show(context, unknownBookingPage(bookingUrl), 404);

  app.get(bookedPath, async (context) => {
    const found = await find(context);
    return found ? showBooked(context, found) : showUnknown(context);
  });

  app.post(bookedPath, async (context) => {
    const found = await find(context);
    const { fields: sent } = await readSubmitted(context.req.raw);
    if (!found) return showUnknown(context);
    if (await desk.isTooOften(context)) return showBooked(context, found, tooOften);
    const { submission } = found;
    const { time } = submission;
    const at = now().toISOString();
    const refuse = async (name: keyof typeof words.messages): Promise<Response> =>
      showBooked(context, (await find(context)) ?? found, problemAt(name), sent.time);
    // What is cancelled or over shows itself: there is nothing else to say.
    if (time.cancelledAt !== null || isOver(submission, now())) return showBooked(context, found);
    const news = desk.isDelivered ? 'deliver' : 'inbox';
    const asSeen = { ...submission, time: { ...time, sequence: Number(sent.sequence) } };
    let changed: Booking | null;
    if (sent.do === 'cancel') {
      changed = await store.cancelBooking(asSeen, at, news);
      if (!changed) return refuse('changed');
    } else {
      if (sent.time === time.start) return context.redirect(bookedAddress(found.key), 303);
      if (!calendar || time.sequence >= mostMoves) return refuse('fixed');
      if (!sent.time) return refuse('choose');
      const wanted = await calendar.want(
        sent.time,
        Number(submission.fields.minutes),
        submission.id,
      );
      if (typeof wanted === 'string') return refuse(wanted);
      const result = await store.moveBooking(asSeen, wanted, at, news);
      if (result.outcome !== 'moved') return refuse(result.outcome);
      changed = result.booking;
    }
    desk.tell(context, changed);
    await invite(context, changed, found.key);
    return context.redirect(bookedAddress(found.key), 303);
  });

  const { calendarKey } = desk;
  const showFeed = async (context: Context): Promise<Response> => {
    const bookings = (await store.list({ kind: 'booking' })).flatMap((submission) => {
      const { time } = submission;
      const isShown =
        time?.cancelledAt === null && Date.parse(time.start) > now().getTime() - feedPast;
      return isShown ? [{ ...submission, time }] : [];
    });
    return context.body(feedOf(bookings), 200, { 'Content-Type': calendarType });
  };
  if (calendarKey !== null) {
    app.get(feedPath, async (context) => {
      // Digests, so that the time it takes says nothing of the key.
      const isKnown = hashOf(context.req.query('key') ?? '') === hashOf(calendarKey);
      return isKnown ? showFeed(context) : showUnknown(context);
    });
  }

  app.get(calendarFilePath, async (context) => {
    const found = await find(context);
    if (!found) return showUnknown(context);
    const file = fileOf(found.submission, urlOf(context, found.key));
    return context.body(file, 200, {
      'Content-Type': calendarType,
      'Content-Disposition': 'attachment; filename="consultation.ics"',
    });
  });
};
