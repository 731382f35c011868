import { instantOf } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { wantedTime } from '#inbox/calendar.ts';
import { reachesVisitors } from '#inbox/delivery/delivery.ts';
import * as booked from '#inbox/kinds/booked-time.ts';
import { subjectOf } from '#inbox/kinds/facts.ts';
import { addressOf, mailableAddress } from '#inbox/mailbox.ts';
import { ExplainedError } from '#model/mistake.ts';
import { UsageError } from '../options.ts';
import { text } from '../subcommands.ts';
import { type InboxContext, onInbox, readDelivery } from './place.ts';

const unchanged = (sentence: string) => new ExplainedError(`${sentence} Nothing was changed.`);

/** The owner can choose times outside the hours in `content/availability.yaml`. */
const anyTime = {
  buffers: availability?.buffers ?? { before: 0, after: 0 },
  timeZone: booked.ownerZone,
  mostPerDay: Number.MAX_SAFE_INTEGER,
};

/** Moves a booking, or cancels it (null). @returns its new state, and the recipients of the mail */
const change = async (id: number, start: number | null, context: InboxContext): Promise<string> => {
  const { store, now, host, environment } = context;
  const [booking] = await store.list({ id });
  if (!booking || !booked.isBooking(booking)) {
    throw unchanged(`No booking has the ID ${id}.`);
  }
  const phase = booked.phaseOf(booking, now);
  if (phase !== 'booked') throw unchanged(`${id} is ${phase}.`);
  if (start !== null && start <= now.getTime()) throw unchanged('That time is in the past.');
  const isMailed = reachesVisitors(readDelivery(host, environment));
  const how = [now.toISOString(), isMailed ? 'both' : 'none'] as const;
  const wanted = start !== null && wantedTime(anyTime, start, Number(booking.fields.minutes));
  const changed = wanted
    ? await store.moveBooking(booking, wanted, ...how)
    : await store.cancelBooking(booking, ...how);
  if (changed === 'taken') throw unchanged('Another booking is at that time, or too close.');
  if (typeof changed === 'string') {
    throw unchanged('The visitor has just changed the booking; look at it again.');
  }
  const state = `${id} is ${booked.stateOf(changed.time)}: ${booked.inWords(booked.bookedTimeIn(changed.time, booked.ownerZone))}.`;
  const { email = '' } = changed.fields;
  const to = addressOf(email);
  if (isMailed && mailableAddress(email) !== null) {
    return `${state} The site mails this to you and the visitor (${to}), within a minute while it runs.`;
  }
  const reply = mailtoUrl({ to, subject: subjectOf(changed) });
  return `${state} The site mails this ${isMailed ? 'to you only' : 'to nobody'}. Write to the visitor: ${reply}`;
};

export const move = onInbox({
  help: 'moves a booking to another time',
  argument: 'ID',
  options: { to: text('TIME', 'the new time by your clock, such as "2026-01-31 14:30"') },
  run: async ({ to = '' }, id, context) => {
    const start = instantOf(to.replace(' ', 'T'), booked.ownerZone);
    if (start !== null) return change(Number(id), start, context);
    throw new UsageError(
      `--to must be a time on your clock (${booked.ownerZone}), such as "2026-01-31 14:30", but is "${to}"`,
    );
  },
});

export const cancel = onInbox({
  help: 'cancels a booking, and frees its time',
  argument: 'ID',
  run: (_, id, context) => change(Number(id), null, context),
});
