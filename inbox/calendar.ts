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

/** The times that a page offers to a visitor. */
export interface Offer {
  /** The free start times, epoch milliseconds, ascending. */
  times: readonly number[];
  /** The zone of the page. */
  zone: string;
  /** The number of days ahead that can have times. */
  days: number;
  /** False if one of the owner's calendars was never read, or not for a day. */
  isChecked: boolean;
}

/**
 * Opens the owner's calendars; without hours, none is read.
 * @param mailTo the address to which the site mails the owner, who may be invited to events under it, too
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

const iso = (instant: number): string => new Date(instant).toISOString();

/** Returns a time in the form that the store checks. @param start epoch milliseconds */
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
 * Creates the calendar of free times: the owner's hours without bookings and events.
 * @param calendars those of the owner; null if none is configured
 */
export const createCalendar = (
  availability: Availability,
  store: Pick<Store, 'blockedTimes'>,
  calendars: Pick<Calendars, 'busy'> | null,
  now: () => Date,
) => {
  /** @param except the ID of a booking that is to be moved, whose own time is free for it; also below */
  const situationOf = async (minutes: number, except?: number) => {
    const time = now().getTime();
    const bookings = (await store.blockedTimes(iso(time - day), iso(time))).filter(
      ({ id }) => id !== except,
    );
    const days = Map.groupBy(bookings, ({ ownerDay }) => ownerDay);
    const known = await calendars?.busy();
    return {
      isChecked: !known || time - known.since <= day,
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
      // Times begin on a whole minute. The key has everything else that can change, also in another process.
      const key = JSON.stringify([minutes, Math.ceil(start / minute), busy, [...full]]);
      return {
        times: timesOf(key, () => freeTimes(situation, { start, end })),
        zone: readTimeZone(zone ?? '') ?? availability.timeZone,
        days: availability.horizon,
        isChecked: situation.isChecked,
      };
    },
    /** Returns a time for the store, which checks it once more, or the reason why it cannot be booked. */
    want: async (
      text: string,
      minutes: number,
      except?: number,
    ): Promise<Obstacle | WantedTime> => {
      const start = Date.parse(text);
      // Pages write instants only in this form, so any other is refused without reading the store.
      if (Number.isNaN(start) || iso(start) !== text) return 'betweenTimes';
      const obstacle = obstacleTo(await situationOf(minutes, except), start);
      return obstacle ?? wantedTime(availability, start, minutes);
    },
  };
};

export type Calendar = ReturnType<typeof createCalendar>;
