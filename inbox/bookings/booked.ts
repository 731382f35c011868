import { type Context, Hono } from 'hono';
import { statusText } from '#model/status-text.ts';
import type { Refusal } from '../backend.ts';
import { isOver, ownerZone, stateOf } from '../kinds/booked-time.ts';
import { bookedPath } from '../paths.ts';
import { readSubmitted } from '../request.ts';
import type { Booking } from '../stores/store.ts';
import { bookedAddress, bookedPage } from './booked-page.ts';
import { type BookingContext, type BookingMessage, refuseTime } from './context.ts';

/** Times that a booking may be moved, each a mail to visitor and owner; it can always be cancelled. */
const mostMoves = 5;

/** The page of a booking, on which its visitor moves or cancels it. */
export const bookedRoutes = (bookings: BookingContext): Hono => {
  const { store, calendar, now, find, show, showUnknown } = bookings;
  const news = bookings.isDelivered ? 'deliver' : 'inbox';

  const showBooked = async (
    context: Context,
    { key, booking }: { key: string; booking: Booking },
    refusal: Refusal | null = null,
    wanted = '',
  ): Promise<Response> => {
    const { fields, time, id } = booking;
    const isPast = isOver(booking, now());
    const isFixed = isPast || time.cancelledAt !== null || time.sequence >= mostMoves;
    const offer = isFixed ? null : await calendar?.offer(Number(fields.minutes), fields.zone, id);
    const others = offer?.times.filter((start) => start !== Date.parse(time.start)) ?? [];
    const page = bookedPage(booking, key, {
      offer: offer ? { ...offer, times: others } : null,
      isOver: isPast,
      ownerZone: calendar?.timeZone ?? ownerZone,
      error: refusal,
      wanted,
      bookingUrl: bookings.bookingUrl,
    });
    return show(context, page, refusal?.status);
  };

  const cancel = async (booking: Booking): Promise<Booking | BookingMessage> =>
    (await store.cancelBooking(booking, now().toISOString(), news)) ?? 'changed';

  const move = async (booking: Booking, start = ''): Promise<Booking | BookingMessage> => {
    if (!calendar || booking.time.sequence >= mostMoves) return 'fixed';
    if (!start) return 'choose';
    const wanted = await calendar.want(start, Number(booking.fields.minutes), booking.id);
    if (typeof wanted === 'string') return wanted;
    const result = await store.moveBooking(booking, wanted, now().toISOString(), news);
    return result.outcome === 'moved' ? result.booking : result.outcome;
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
        const message = statusText(429);
        return showBooked(context, found, { status: 429, message, isFailure: true });
      }
      const { key, booking } = found;
      const { time } = booking;
      // The page shows that it is cancelled or over: there is nothing to add.
      if (time.cancelledAt !== null || isOver(booking, now())) return showBooked(context, found);
      const isCancellation = sent.do === 'cancel';
      if (!isCancellation && sent.time === time.start) {
        return context.redirect(bookedAddress(key), 303);
      }
      const change = () => (isCancellation ? cancel(booking) : move(booking, sent.time));
      const changed = Number(sent.sequence) === time.sequence ? await change() : 'changed';
      if (typeof changed === 'string') {
        const current = (await find(context)) ?? found;
        return showBooked(context, current, refuseTime(changed), sent.time);
      }
      bookings.announce(`booking ${changed.id} ${stateOf(changed.time)}`);
      await bookings.invite(context, changed, key);
      return context.redirect(bookedAddress(key), 303);
    })
    .all(bookedPath, bookings.refuseMethod('GET, HEAD, POST'));
};
