import { Temporal } from 'temporal-polyfill';
import { findIana, IANA_ALIAS_MAP } from 'windows-iana';
import { readTime } from './calendar-time.ts';
import { type Component, firstValue, properties, type Report } from './components.ts';
import { day, hour, lastWhere, minute } from './interval.ts';
import { readRule } from './recurrence.ts';
import { dayIn, firstInstant, readTimeZone, zonedTime } from './zones.ts';

/**
 * The clocks of a zone. What they show, a wall time, is a number here: the epoch milliseconds at which a
 * clock of UTC shows the same.
 */
export interface Clock {
  /** When they first show it, or have passed it. */
  instantOf: (wall: number) => number;
  wallOf: (instant: number) => number;
}

export const utcClock: Clock = { instantOf: (wall) => wall, wallOf: (instant) => instant };

/** @param timeZone as `readTimeZone` returns it */
const databaseClock = (timeZone: string): Clock => {
  /** When dates begin; null where the clock changes within. Sums take a hundredth of the time. */
  const begins = new Map<number, number | null>();
  const beginOf = (midnight: number): number | null => {
    const known = begins.get(midnight);
    if (known !== undefined) return known;
    // Years before the first have more digits.
    const [date = ''] = new Date(midnight).toISOString().split('T');
    const { start, end } = dayIn(date, timeZone);
    const begin = end - start === day ? start : null;
    begins.set(midnight, begin);
    return begin;
  };
  return {
    instantOf: (wall) => {
      const midnight = Math.floor(wall / day) * day;
      const begin = beginOf(midnight);
      if (begin !== null) return begin + wall - midnight;
      const time = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));
      return firstInstant(time, timeZone);
    },
    wallOf: (instant) => instant + zonedTime(instant, timeZone).offsetNanoseconds / 1e6,
  };
};

/** `-0800`, `+054500`; milliseconds. */
const readOffset = (text: string | null): number | null => {
  const [matched, sign, hours, minutes, seconds = 0] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? [];
  if (matched === undefined) return null;
  const size = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
};

/** From when on clocks of a zone show so much more than those of UTC. */
interface Onset {
  instant: number;
  before: number;
  after: number;
}

/** How the zones of a calendar are read. */
interface Reading {
  /** No time after this instant matters. */
  end: number;
  report: Report;
  /** Throws when it takes too long. */
  checkTime: () => void;
}

/** RFC 5545 3.6.5. */
const onsetsOf = (zone: Component, { end, report, checkTime }: Reading): Onset[] =>
  zone.parts.flatMap((part) => {
    checkTime();
    const start = readTime(firstValue(part, 'DTSTART') ?? '');
    const before = readOffset(firstValue(part, 'TZOFFSETFROM'));
    const after = readOffset(firstValue(part, 'TZOFFSETTO'));
    if (!start || before === null || after === null) {
      report(part.line, 'A part of a time zone cannot be read.');
      return [];
    }
    const ruleText = firstValue(part, 'RRULE');
    const rule =
      ruleText === null ? null : readRule(ruleText, start.wall, (instant) => instant + before);
    const repeated = rule?.within({ start: start.wall, end: end + day });
    if (ruleText !== null && !repeated) {
      report(part.line, 'When the clocks of a time zone change cannot be read.');
    }
    const others = properties(part, 'RDATE', report).flatMap(({ values }) =>
      values.flatMap((value) => (typeof value === 'string' ? (readTime(value)?.wall ?? []) : [])),
    );
    return [start.wall, ...(repeated ?? []), ...others].map((wall) => ({
      instant: wall - before,
      before,
      after,
    }));
  });

/** @returns null for a zone that does not say how its clocks go */
const ownClock = (zone: Component, reading: Reading): Clock | null => {
  const onsets = onsetsOf(zone, reading).sort((one, other) => one.instant - other.instant);
  const [first] = onsets;
  if (!first) return null;
  return {
    instantOf: (wall) => {
      const onset = lastWhere(onsets, ({ instant, before }) => instant + before <= wall);
      return onset ? Math.max(onset.instant, wall - onset.after) : wall - first.before;
    },
    wallOf: (instant) => {
      const onset = lastWhere(onsets, (each) => each.instant <= instant);
      return instant + (onset ? onset.after : first.before);
    },
  };
};

const firstZone = (names: readonly string[]): string | null =>
  names.map(readTimeZone).find((found) => found !== null) ?? null;

/**
 * The last parts of what some programs write, such as `/mozilla.org/20050126_1/Europe/Berlin` or
 * `tzone://Microsoft/Utc`.
 */
const inDatabase = (name: string): string | null => {
  const parts = name.split('/');
  return firstZone([name, ...[-3, -2, -1].map((from) => parts.slice(from).join('/'))]);
};

/** What Windows shows of a zone, such as `(UTC+01:00) Amsterdam, Berlin` or `(UTC-08:00) Pacific Time (US & Canada)`. */
const shownByWindows = /^\((?:UTC|GMT)[^)]*\) (.+)$/;
const mostPlaces = 9;

/** By the name that Windows has for it, or shows. */
const inWindows = (name: string): string | null => {
  const [, shown] = shownByWindows.exec(name) ?? [];
  if (shown === undefined) return firstZone(findIana(name, '001'));
  const [word = ''] = shown.split(' Time (', 1);
  const places = shown.split(', ', mostPlaces).flatMap((place) => {
    const begin = `${place}, `;
    return IANA_ALIAS_MAP.find(({ description }) => description.startsWith(begin))?.alias ?? [];
  });
  return firstZone([...findIana(`${word} Standard Time`, '001'), ...places]);
};

/**
 * The clocks that times in a calendar name. The database's rules are better than those that a calendar
 * brings for a place; for any other name, the calendar's own are what is meant.
 * @param zones the calendar's VTIMEZONE
 * @param owner whose clock stands in for one that nobody knows
 */
export const createClocks = (zones: readonly Component[], owner: string, reading: Reading) => {
  const databaseClocks = new Map<string, Clock>();
  const fromDatabase = (timeZone: string): Clock => {
    const clock = databaseClocks.get(timeZone) ?? databaseClock(timeZone);
    databaseClocks.set(timeZone, clock);
    return clock;
  };
  const ownZones = new Map(
    zones.map((zone) => [firstValue(zone, 'TZID')?.replace(/\\([\\;,])/g, '$1'), zone]),
  );
  const find = (name: string): Clock | null => {
    const place = name.includes('/') ? inDatabase(name) : null;
    if (place) return fromDatabase(place);
    const own = ownZones.get(name);
    if (own) {
      const location = inDatabase(firstValue(own, 'X-LIC-LOCATION') ?? '');
      const clock = location ? fromDatabase(location) : ownClock(own, reading);
      if (clock) return clock;
    }
    const known = readTimeZone(name) ?? inWindows(name);
    return known ? fromDatabase(known) : null;
  };
  const named = new Map<string, Clock | null>();
  const ownersClock = fromDatabase(owner);
  return {
    /** Times without a zone follow it. */
    owner: ownersClock,
    /** @param line where the name stands */
    of: (name: string, line: number): Clock => {
      const known = named.get(name);
      const clock = known === undefined ? find(name) : known;
      named.set(name, clock);
      if (!clock) {
        reading.report(line, `The time zone is unknown: the time is taken for one of ${owner}.`);
      }
      return clock ?? ownersClock;
    },
  };
};

export type Clocks = ReturnType<typeof createClocks>;
