import { type Context, Hono } from 'hono';
import { readTimeZone } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { isBlank } from '#enquiry/characters.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { failure, isRefusal, type Refusal, refuseRobot } from '../backend.ts';
import type { Calendar } from '../calendar.ts';
import { bookedTimeIn, inWords } from '../kinds/booked-time.ts';
import { type Fields, kinds } from '../kinds/index.ts';
import { mailableAddress, mailboxOf } from '../mailbox.ts';
import type { Page } from '../pages.ts';
import { readFields, readSubmitted } from '../request.ts';
import type { Booking, BookingRefusal } from '../stores/store.ts';
import { type BookForm, bookPage, noTime, requestedPage } from './book-page.ts';
import { bookedAddress } from './booked-page.ts';
import { type BookingContext, hashOf, keyFor, refuseTime } from './context.ts';

const { calendar: words, messages } = embedded;

const refusalOf = (reason: BookingRefusal): Refusal => {
  if (reason !== 'fromNetwork') return refuseTime(reason === 'known' ? 'taken' : reason);
  return failure(429, fillIdentity(words.messages.tooManyFromNetwork));
};

/** Returns the name of a zone that this runtime knows, or an empty text. */
const zoneFrom = (text = ''): string => readTimeZone(text) ?? '';

/** Returns the fields, with the chosen time added to the visitor's suggested times. */
const inTheirWords = (fields: Fields, chosen: string): Fields => {
  if (Number.isNaN(Date.parse(chosen))) return fields;
  const time = inWords(bookedTimeIn({ start: chosen }, fields.zone));
  return { ...fields, times: [time, fields.times].filter(Boolean).join('\n') };
};

/** The page for a length, on which visitors book a time, or suggest times in words. */
export const bookRoutes = (bookings: BookingContext, length: number): Hono => {
  const { store, calendar, show } = bookings;
  const path = bookingPath(length);

  const fieldsOf = (sent: Partial<Fields>): Fields =>
    readFields(kinds.booking, { ...sent, minutes: String(length), zone: zoneFrom(sent.zone) });

  /** Returns the booking, which the same form may have made earlier. */
  const book = async (
    context: Context,
    { want }: Calendar,
    { fields, chosen }: BookForm,
    key: string,
  ): Promise<Booking | Refusal> => {
    const keyHash = hashOf(key);
    const result = await bookings.keepWith(context, 'booking', fields, async (draft) => {
      const { email = '' } = fields;
      const confirmation = bookings.createCode();
      if (confirmation !== null && mailableAddress(email) === null) {
        return { status: 400, field: 'email', message: messages.emailFormat };
      }
      const time = await want(chosen, length);
      if (typeof time === 'string') return refuseTime(time);
      const network = await bookings.hashNetwork(context);
      const mailbox = mailboxOf(email);
      const booked = await store.book({ ...draft, time, mailbox, network, keyHash, confirmation });
      if (typeof booked === 'string') return refusalOf(booked);
      // The owner gets no message about a time that is only held.
      if (confirmation === null) bookings.announce(`booking ${booked.id}`);
      return booked;
    });
    const isMaybeKnown = isRefusal(result) && [409, 429].includes(result.status);
    // The page of a known booking is shown even beyond the limit.
    return (isMaybeKnown && (await store.findBooking(keyHash))) || result;
  };

  /** Returns the page with the form. Without hours, or if the times cannot be read, visitors suggest times. */
  const formPage = async (
    form: BookForm,
    refusal: Refusal | null,
    zoneIs?: 'assumed' | 'chosen',
  ): Promise<Page> => {
    try {
      const offer = (await calendar?.offer(length, form.fields.zone)) ?? null;
      return bookPage(form, offer, refusal, zoneIs);
    } catch (cause) {
      bookings.logError('The booked times could not be read', cause);
      return bookPage({ ...form, fields: inTheirWords(form.fields, form.chosen) }, null, refusal);
    }
  };

  return new Hono()
    .get(path, async (context) => {
      // Calendly's names (behavior 9.2).
      const { a1: company, a2: message, name, email, zone } = context.req.query();
      const fields = fieldsOf({ name, email, company, message, zone });
      const form = { fields, submissionId: crypto.randomUUID(), chosen: '' };
      const zoneIs = zone === undefined ? 'assumed' : undefined;
      return show(context, await formPage(form, null, zoneIs));
    })
    .post(path, async (context) => {
      const { fields: sent } = await readSubmitted(context.req.raw);
      const { time: chosen = '' } = sent;
      const submissionId = sent.submission_id || crypto.randomUUID();
      // If the hours were removed after the page was shown, a chosen time becomes a booking request.
      const fields = calendar ? fieldsOf(sent) : inTheirWords(fieldsOf(sent), chosen);
      const form = { fields, submissionId, chosen };
      if ('look' in sent) return show(context, await formPage(form, null, 'chosen'));

      const isRequest = !calendar || chosen === noTime;
      // The visitor chose the time on a page for another zone.
      const isOtherZone =
        !isRequest && sent.shown !== undefined && zoneFrom(sent.shown) !== fields.zone;
      const key = keyFor(submissionId, chosen);
      const keepOrBook = async (): Promise<Booking | Refusal | null> => {
        if (!isRequest) {
          if (!chosen) return refuseTime('choose', 400);
          return isOtherZone ? refuseTime('zone') : book(context, calendar, form, key);
        }
        const isMissing = calendar && isBlank(fields.times ?? '');
        if (isMissing) return { status: 400, field: 'times', message: words.messages.times };
        return bookings.keep(context, 'booking', fields, submissionId);
      };
      const result = refuseRobot(sent) ?? (await keepOrBook());
      if (result === null) return show(context, requestedPage(fields));
      if (isRefusal(result)) {
        const again = isOtherZone ? { ...form, chosen: '' } : form;
        return show(context, await formPage(again, result), result.status);
      }
      // If this fails, the time is booked anyway, and sending the same form again sends the mail.
      await bookings.invite(context, result, key);
      return context.redirect(bookedAddress(key), 303);
    });
};
