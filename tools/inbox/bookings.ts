import { instantOf } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { wantedTime } from '#inbox/calendar.ts';
import { reachesVisitors } from '#inbox/delivery/delivery.ts';
import { bookedTimeIn, inWords, isOver, ownerZone, stateOf } from '#inbox/kinds/booked-time.ts';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { mailableAddress } from '#inbox/mailbox.ts';
import type { Booking } from '#inbox/stores/store.ts';
import { CommandError, UsageError } from '../options.ts';
import { text } from '../subcommands.ts';
import { type InboxContext, onInbox, readDelivery } from './place.ts';

const unchanged = (sentence: string) => new CommandError(`${sentence} Nothing was changed.`);

const describe = (booking: Booking, isMailed: boolean): string => {
  const { id, time, fields } = booking;
  const to = fields.email?.trim() ?? '';
  const news =
    isMailed && mailableAddress(to) !== null
      ? `The site mails this to you and the visitor (${to}), within a minute while it runs.`
      : `The site mails this ${isMailed ? 'to you only' : 'to nobody'}. Write to the visitor: ${mailtoUrl({ to, subject: subjectOf(booking) })}`;
  return `${id} is ${stateOf(time)}: ${inWords(bookedTimeIn(time, ownerZone))}. ${news}`;
};

/** Moves or cancels (null) a booking, also outside the hours in `content/availability.yaml`. */
const change = async (id: number, start: number | null, context: InboxContext) => {
  const { store, now, host, environment } = context;
  const [submission] = await store.list({ id });
  if (!submission?.time) throw unchanged(`There is no booked time with the ID ${id}.`);
  const booking = { ...submission, time: submission.time };
  if (booking.time.cancelledAt !== null) throw unchanged(`${id} is cancelled.`);
  if (isOver(booking, now)) throw unchanged(`${id} is over.`);
  const isMailed = reachesVisitors(readDelivery(host, environment));
  const how = [now.toISOString(), isMailed ? 'both' : 'none'] as const;
  if (start !== null && start <= now.getTime()) throw unchanged('That time is over.');
  const { buffers } = availability ?? { buffers: { before: 0, after: 0 } };
  const anyTime = { buffers, timeZone: ownerZone, mostPerDay: Number.MAX_SAFE_INTEGER };
  const changed =
    start === null
      ? await store.cancelBooking(booking, ...how)
      : await store.moveBooking(
          booking,
          wantedTime(anyTime, start, Number(booking.fields.minutes)),
          ...how,
        );
  if (changed === 'taken') throw unchanged('Another booking is at that time, or too close.');
  if (changed === null || typeof changed === 'string') {
    throw unchanged('The visitor has just changed it; look at it again.');
  }
  return describe(changed, isMailed);
};

export const move = onInbox({
  help: 'gives a booking another time',
  argument: 'ID',
  options: { to: text('TIME', 'the new time by your clock, such as "2026-01-31 14:30"') },
  run: async ({ to = '' }, id, context) => {
    const start = instantOf(to.replace(' ', 'T'), ownerZone);
    if (start !== null) return change(Number(id), start, context);
    throw new UsageError(
      `--to must be a time on your clock (${ownerZone}), such as "2026-01-31 14:30", but is "${to}"`,
    );
  },
});

export const cancel = onInbox({
  help: 'cancels a booking, and frees its time',
  argument: 'ID',
  run: (_, id, context) => change(Number(id), null, context),
});
