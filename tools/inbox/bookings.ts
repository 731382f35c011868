import { blockedBy } from '#booking/times.ts';
import { dateIn, instantOf, zonedTime } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { reachesVisitors } from '#inbox/delivery/delivery.ts';
import { bookedTimeIn, inWords, isOver, ownerZone, stateOf } from '#inbox/kinds/booked-time.ts';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { mailableAddress } from '#inbox/mailbox.ts';
import type { Booking } from '#inbox/stores/store.ts';
import { wrapWords } from '#inbox/wrap.ts';
import { CommandError, UsageError } from '../options.ts';
import { type InboxContext, readDelivery } from './place.ts';

/** @throws UsageError for what is no time, or one that the owner's clock skips */
export const parseBookedTime = (text: string): string => {
  const written = text.replace(' ', 'T');
  const instant = instantOf(written, ownerZone);
  const time = instant === null ? null : zonedTime(instant, ownerZone).toPlainDateTime();
  if (instant !== null && time?.toString().startsWith(written)) {
    return new Date(instant).toISOString();
  }
  throw new UsageError(
    `--to must be a time on your clock (${ownerZone}), such as "2026-01-31 14:30", but is "${text}"`,
  );
};

const unchanged = (sentence: string): CommandError =>
  new CommandError(`${sentence} Nothing was changed.`);

const describe = (booking: Booking, isMailed: boolean): string => {
  const { id, time, fields } = booking;
  const to = fields.email?.trim() ?? '';
  const isReached = isMailed && mailableAddress(to) !== null;
  const told = isReached ? `you and the visitor (${to})` : 'you';
  return [
    `${id} is ${stateOf(time)}: ${inWords(bookedTimeIn(time, ownerZone))}.`,
    isMailed
      ? `The site mails it to ${told}: within a minute while it runs, or else once it does.`
      : 'No mail to visitors is set up, so nobody is told.',
    ...(isReached
      ? []
      : [`Write to the visitor: ${mailtoUrl({ to, subject: subjectOf(booking) })}`]),
  ].join(' ');
};

/**
 * Moves or cancels a booking, also outside the hours in `content/availability.yaml`, which are the
 * owner's. @param start null to cancel it. @throws CommandError
 */
export const changeBooking = async (
  id: number,
  start: string | null,
  { store, now, host, environment, terminal, width }: InboxContext,
): Promise<void> => {
  const [submission] = await store.list({ id });
  if (!submission?.time) throw unchanged(`There is no booked time with the ID ${id}.`);
  const booking = { ...submission, time: submission.time };
  if (booking.time.cancelledAt !== null) throw unchanged(`${id} is cancelled.`);
  if (isOver(booking, now)) throw unchanged(`${id} is over.`);
  const isMailed = reachesVisitors(readDelivery(host, environment));
  const news = isMailed ? 'both' : 'none';
  let changed: Booking | null = null;
  if (start === null) {
    changed = await store.cancelBooking(booking, now.toISOString(), news);
  } else {
    const time = Date.parse(start);
    if (time <= now.getTime()) throw unchanged('That time is over.');
    const buffers = availability?.buffers ?? { before: 0, after: 0 };
    const blocked = blockedBy({ buffers }, time, Number(booking.fields.minutes));
    const wanted = {
      start,
      blockedFrom: new Date(blocked.start).toISOString(),
      blockedUntil: new Date(blocked.end).toISOString(),
      ownerDay: dateIn(time, ownerZone),
      mostPerDay: Number.MAX_SAFE_INTEGER,
    };
    const result = await store.moveBooking(booking, wanted, now.toISOString(), news);
    if (result.outcome === 'taken') {
      throw unchanged('Another booking has that time, or is too close to it.');
    }
    if (result.outcome === 'moved') changed = result.booking;
  }
  if (!changed) throw unchanged('The visitor changed it in this moment; look at it again.');
  await terminal.write(`${wrapWords(describe(changed, isMailed), width).join('\n')}\n`);
};
