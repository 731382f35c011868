import { day } from '#booking/interval.ts';
import { blockedBy } from '#booking/times.ts';
import { dateIn, instantOf, zonedTime } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { bookedTimeIn, inWords, isOver, ownerZone, stateOf } from '#inbox/kinds/booked-time.ts';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { mailableAddress } from '#inbox/mailbox.ts';
import type { Booking, Store } from '#inbox/stores/store.ts';
import { UsageError } from '../options.ts';

/** What came of it, in sentences. */
interface Done {
  isDone: boolean;
  sentence: string;
}

const failed = (sentence: string): Done => ({ isDone: false, sentence });

/** @throws UsageError for what is no time, such as 2026-02-30 10:00 */
export const parseBookedTime = (text: string): string => {
  const written = text.replace(' ', 'T');
  const instant = instantOf(written, ownerZone);
  if (
    instant !== null &&
    zonedTime(instant, ownerZone).toPlainDateTime().toString().startsWith(written)
  ) {
    return new Date(instant).toISOString();
  }
  if (instant !== null) {
    throw new UsageError(
      `--to: there is no ${text} on your clock (${ownerZone}), which is set forward then`,
    );
  }
  throw new UsageError(
    `--to must be a time on your clock (${ownerZone}), such as "2026-01-31 14:30", but is "${text}"`,
  );
};

/** Milliseconds. */
const furthest = 100 * 366 * day;

const find = async (store: Store, id: number): Promise<Booking | null> => {
  const [submission] = await store.list({ id });
  return submission?.time ? { ...submission, time: submission.time } : null;
};

const noBooking = (id: number): Done =>
  failed(`There is no booked time with the ID ${id}. Nothing was changed.`);

const sayDone = (booking: Booking, isMailed: boolean): Done => {
  const { id, time, fields } = booking;
  const to = fields.email?.trim() ?? '';
  const isReached = isMailed && mailableAddress(to) !== null;
  const write = `Write to who booked it: ${mailtoUrl({ to, subject: subjectOf(booking) })}`;
  const told = isReached ? `you and who booked it (${to})` : 'you';
  return {
    isDone: true,
    sentence: [
      `${id} is ${stateOf(time)}: ${inWords(bookedTimeIn(time, ownerZone))}.`,
      isMailed
        ? `The site mails it to ${told}: within a minute while it runs, or else once it does.`
        : 'No mail to visitors is set up, so nobody is told.',
      ...(isReached ? [] : [write]),
    ].join(' '),
  };
};

const newsWhere = (isMailed: boolean) => (isMailed ? 'both' : 'none');

const changedMeanwhile = failed(
  'It was changed in this moment by who booked it. Nothing was changed; look at it again.',
);

/** What a change needs beside the booking and its new time. */
export interface ChangeContext {
  store: Store;
  now: Date;
  /** Whether the site mails the change to the owner and to who booked. */
  isMailed: boolean;
}

export const cancelBooking = async (
  { store, now, isMailed }: ChangeContext,
  id: number,
): Promise<Done> => {
  const booking = await find(store, id);
  if (!booking) return noBooking(id);
  if (booking.time.cancelledAt !== null) return failed(`${id} was cancelled before.`);
  if (isOver(booking, now)) return failed(`${id} is over. Nothing was changed.`);
  const done = await store.cancelBooking(booking, now.toISOString(), newsWhere(isMailed));
  return done ? sayDone(done, isMailed) : changedMeanwhile;
};

/** Also outside the hours in `content/availability.yaml`: they are the owner's. */
export const moveBooking = async (
  { store, now, isMailed }: ChangeContext,
  id: number,
  start: string,
): Promise<Done> => {
  const booking = await find(store, id);
  if (!booking) return noBooking(id);
  if (booking.time.cancelledAt !== null) return failed(`${id} is cancelled. Nothing was changed.`);
  const time = Date.parse(start);
  if (time <= now.getTime()) return failed('That time is over. Nothing was changed.');
  if (time > now.getTime() + furthest) {
    return failed('That time is more than a hundred years ahead. Nothing was changed.');
  }
  const buffers = availability?.buffers ?? { before: 0, after: 0 };
  const blocked = blockedBy({ buffers }, time, Number(booking.fields.minutes));
  const result = await store.moveBooking(
    booking,
    {
      start,
      blockedFrom: new Date(blocked.start).toISOString(),
      blockedUntil: new Date(blocked.end).toISOString(),
      ownerDay: dateIn(time, ownerZone),
      mostPerDay: Number.MAX_SAFE_INTEGER,
    },
    now.toISOString(),
    newsWhere(isMailed),
  );
  if (result.outcome === 'moved') return sayDone(result.booking, isMailed);
  if (result.outcome === 'changed') return changedMeanwhile;
  return failed('Another booking has that time, or is too close to it. Nothing was changed.');
};
