import { type Context, Hono } from 'hono';
import { failure, isRefusal, type Refusal } from '../backend.ts';
import { isGone, phaseOf, stateOf } from '../kinds/booked-time.ts';
import { readSubmitted } from '../request.ts';
import type { Booking } from '../stores/store.ts';
import { bookedAddress, bookedPage, bookedPath } from './booked-page.ts';
import { type BookingContext, type BookingMessage, refuseTime } from './context.ts';

/** The number of times that a booking may be moved, because each move mails the visitor and the owner. */
const mostMoves = 5;

/** The page of a booking, on which its visitor confirms, moves or cancels it. */
export const bookedRoutes = (bookings: BookingContext): Hono => {
  const { store, calendar, now, find, show, showUnknown } = bookings;
  const news = bookings.isDelivered ? 'deliver' : 'inbox';

  const showBooked = async (
    context: Context,
    { key, booking }: { key: string; booking: Booking },
    refusal: Refusal | null = null,
    tried: Record<string, string> = {},
  ): Promise<Response> => {
    const { fields, time, id } = booking;
    const phase = phaseOf(booking, now(), context.req.query('code'));
    const isMovable = phase === 'booked' && time.sequence < mostMoves;
    const offer = isMovable && (await calendar?.offer(Number(fields.minutes), fields.zone, id));
    const isOther = (start: number): boolean => start !== Date.parse(time.start);
    const page = bookedPage(booking, key, {
      offer: offer ? { ...offer, times: offer.times.filter(isOther) } : null,
      phase,
      error: refusal,
      tried,
      bookingUrl: bookings.bookingUrl,
    });
    return show(context, page, refusal?.status);
  };

  /** Returns the changed booking, or the reason why it was not changed. */
  const change = async (
    booking: Booking,
    { do: what, sequence, time: start, code = '' }: Record<string, string | undefined>,
  ): Promise<Booking | BookingMessage> => {
    const { time, fields, id } = booking;
    const at = now().toISOString();
    if (Number(sequence) !== time.sequence) return 'changed';
    if (what === 'confirm') return store.confirmBooking(booking, code, at);
    if (what === 'cancel') {
      // The owner is not notified of a time that was only held.
      return store.cancelBooking(booking, at, time.confirmation === null ? news : 'none');
    }
    if (!calendar || time.sequence >= mostMoves) return 'fixed';
    if (!start) return 'choose';
    const wanted = await calendar.want(start, Number(fields.minutes), id);
    return typeof wanted === 'string' ? wanted : store.moveBooking(booking, wanted, at, news);
  };

  return new Hono()
    .get(bookedPath, async (context) => {
      const found = await find(context);
      return found ? showBooked(context, found) : showUnknown(context);
    })
    .post(bookedPath, async (context) => {
      const found = await find(context);
      const { fields: sent } = await readSubmitted(context.req.raw);
      if (!found) return showUnknown(context);
      if (await bookings.isTooOften(context)) {
        return showBooked(context, found, failure(429), sent);
      }
      const { key, booking } = found;
      const isDone = (each: Booking): boolean =>
        sent.do === 'cancel'
          ? each.time.cancelledAt !== null
          : phaseOf(each, now()) === 'booked' &&
            (sent.do === 'confirm' || sent.time === each.time.start);
      /** One mail goes out for each state, even if the store's answer was lost. */
      const finish = async (current: Booking) => {
        await bookings.invite(context, current, key);
        return context.redirect(bookedAddress(key), 303);
      };
      if (isDone(booking)) return finish(booking);
      // The page shows why the booking can no longer be changed.
      if (isGone(phaseOf(booking, now()))) return showBooked(context, found);
      const code = context.req.query('code');
      const outcome = await change(booking, { ...sent, code }).catch((cause) => {
        bookings.logError(`A change of booking ${booking.id} could not be stored`, cause);
        return failure(503);
      });
      const changed = typeof outcome === 'string' ? refuseTime(outcome) : outcome;
      if (isRefusal(changed)) {
        const current = changed.status === 409 ? await find(context) : null;
        return current && isDone(current.booking)
          ? finish(current.booking)
          : showBooked(context, current ?? found, changed, sent);
      }
      if (changed.time.confirmation === null) {
        bookings.announce(`booking ${changed.id} ${stateOf(changed.time)}`);
      }
      return finish(changed);
    });
};
