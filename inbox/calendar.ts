import { type CalendarOptions, type Calendars, createCalendars } from '#booking/calendars.ts';
import { day, minute } from '#booking/interval.ts';
import { createMemo } from '#booking/memo.ts';
import { blockedBy, freeTimes, type Obstacle, obstacleTo } from '#booking/times.ts';
import { dateIn, readTimeZone } from '#booking/zones.ts';
import { identity } from '#content/identity.ts';
import type { Availability } from '#model/availability.ts';
import { ownTimesOf } from './kinds/booked-event.ts';
import { isBooking } from './kinds/booked-time.ts';
import type { Store } from './stores/sql-store.ts';
import type { WantedTime } from './stores/store.ts';

/** The times that a visitor is offered. */
export interface Offer {
  /** The free start times, epoch milliseconds, ascending. */
  times: readonly number[];
  /** The zone of the page. */
  zone: string;
  /** The number of days ahead on which there can be times. */
  days: number;
  /** False while the owner's own calendars cannot be read, or not since long. */
  isChecked: boolean;
}

/**
 * The owner's; none are read without hours that they could be in the way of.
 * @param mailTo where the owner gets mail, which may be invited under this address; null for nowhere
 */
export const openCalendars = (
  availability: Availability | null,
  store: Pick<Store, 'calendars' | 'list'>,
  mailTo: string | null,
  options: Omit<CalendarOptions, 'horizon' | 'timeZone' | 'ownerEmail' | 'ownTimes' | 'cache'>,
): Calendars =>
  createCalendars({
    ...options,
    addresses: availability ? options.addresses : [],
    horizon: availability?.horizon ?? 0,
    timeZone: availability?.timeZone ?? 'UTC',
    ownerEmail: [identity.email, mailTo ?? ''].join(),
    ownTimes: async () => ownTimesOf((await store.list({ kind: 'booking' })).filter(isBooking)),
    cache: store.calendars,
  });

/** Milliseconds for which what was read of a calendar counts as how it is. */
const longest = day;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Returns what the store asks for. @param start epoch milliseconds */
export const wantedTime = (
  hours: Pick<Availability, 'buffers' | 'timeZone' | 'mostPerDay'>,
  start: number,
  minutes: number,
): WantedTime => {
  const blocked = blockedBy(hours, start, minutes);
  return {
    start: iso(start),
    blockedFrom: iso(blocked.start),
    blockedUntil: iso(blocked.end),
    ownerDay: dateIn(start, hours.timeZone),
    mostPerDay: hours.mostPerDay,
  };
};

/**
 * The owner's hours, without what is taken.
 * @param calendars the owner's own; null where there are none
 */
export const createCalendar = (
  availability: Availability,
  store: Pick<Store, 'blockedTimes'>,
  calendars: Pick<Calendars, 'busy'> | null,
  now: () => Date,
) => {
  /** @param except a booking that does not block its own time, here and below */
  const situationOf = async (minutes: number, except?: number) => {
    const time = now().getTime();
    const bookings = (await store.blockedTimes(iso(time - day), iso(time))).filter(
      ({ id }) => id !== except,
    );
    const days = Map.groupBy(bookings, ({ ownerDay }) => ownerDay);
    const known = await calendars?.busy();
    const isOld = typeof known?.since === 'number' && time - known.since > longest;
    return {
      isChecked: known?.state !== 'missing' && !isOld,
      availability,
      minutes,
      busy: [
        ...(known?.busy ?? []),
        ...bookings.map(({ blockedFrom, blockedUntil }) => ({
          start: Date.parse(blockedFrom),
          end: Date.parse(blockedUntil),
        })),
      ],
      full: new Set(
        [...days].flatMap(([date, { length }]) => (length < availability.mostPerDay ? [] : [date])),
      ),
      now: time,
    };
  };
  const timesOf = createMemo<string, readonly number[]>(30);
  return {
    offer: async (minutes: number, zone?: string, except?: number): Promise<Offer> => {
      const situation = await situationOf(minutes, except);
      const { now: start, busy, full } = situation;
      const end = start + (availability.horizon + 2) * day;
      // Times begin with a minute; whatever else can change is in the key, also by another process.
      const key = JSON.stringify([minutes, Math.ceil(start / minute), busy, [...full]]);
      return {
        times: timesOf(key, () => freeTimes(situation, { start, end })),
        zone: readTimeZone(zone ?? '') ?? availability.timeZone,
        days: availability.horizon,
        isChecked: situation.isChecked,
      };
    },
    /** @returns why it cannot be had, or what the store asks for; the store has the last word */
    want: async (
      text: string,
      minutes: number,
      except?: number,
    ): Promise<Obstacle | WantedTime> => {
      const start = Date.parse(text);
      // Refused before the store is read: pages write instants in this form alone.
      if (Number.isNaN(start) || iso(start) !== text) return 'betweenTimes';
      const obstacle = obstacleTo(await situationOf(minutes, except), start);
      return obstacle ?? wantedTime(availability, start, minutes);
    },
  };
};

export type Calendar = ReturnType<typeof createCalendar>;
