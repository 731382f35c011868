import type { Interval } from '#booking/interval.ts';
import { day } from '#booking/interval.ts';
import { blockedBy, freeTimes, type Obstacle, obstacleTo } from '#booking/times.ts';
import { dateIn } from '#booking/zones.ts';
import type { Availability } from '#content/schema/availability.ts';
import type { Store, WantedTime } from './stores/store.ts';

/** The owner's hours, without what is taken. */
export interface Calendar {
  availability: Availability;
  /**
   * When a conversation can begin, epoch milliseconds, ascending.
   * @param except a booking whose own time does not stand in its way
   */
  free: (minutes: number, except?: number) => Promise<number[]>;
  /** @returns why it cannot be had, or what the store asks for; the store has the last word */
  want: (start: string, minutes: number, except?: number) => Promise<Obstacle | WantedTime>;
}

interface CalendarOptions {
  availability: Availability;
  store: Pick<Store, 'blockedTimes'>;
  now: () => Date;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** As the page writes it: `2026-11-24T17:00:00.000Z`. @returns NaN for other texts */
const readStart = (text: string): number => {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && iso(instant) === text ? instant : Number.NaN;
};

export const createCalendar = ({ availability, store, now }: CalendarOptions): Calendar => {
  const situationOf = async (minutes: number, except?: number) => {
    const time = now().getTime();
    const bookings = (await store.blockedTimes(iso(time - day))).filter(({ id }) => id !== except);
    const days = Map.groupBy(bookings, ({ ownerDay }) => ownerDay);
    return {
      availability,
      minutes,
      busy: bookings.map(
        ({ blockedFrom, blockedUntil }): Interval => ({
          start: Date.parse(blockedFrom),
          end: Date.parse(blockedUntil),
        }),
      ),
      full: new Set(
        [...days].flatMap(([date, { length }]) => (length < availability.mostPerDay ? [] : [date])),
      ),
      now: time,
    };
  };
  return {
    availability,
    free: async (minutes, except) => {
      const situation = await situationOf(minutes, except);
      const all = { start: situation.now, end: situation.now + (availability.horizon + 2) * day };
      return freeTimes(situation, all);
    },
    want: async (text, minutes, except) => {
      const start = readStart(text);
      const obstacle = obstacleTo(await situationOf(minutes, except), start);
      if (obstacle !== null) return obstacle;
      const blocked = blockedBy(availability, start, minutes);
      return {
        start: iso(start),
        blockedFrom: iso(blocked.start),
        blockedUntil: iso(blocked.end),
        ownerDay: dateIn(start, availability.timeZone),
        mostPerDay: availability.mostPerDay,
      };
    },
  };
};
