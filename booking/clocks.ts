import { readOffset, readTime } from './calendar-time.ts';
import { type Component, propertiesOf, type Report, textOf, unescaped } from './content-lines.ts';
import { day, type Interval } from './interval.ts';
import { createMemo, once } from './memo.ts';
import { readRule } from './recurrence.ts';
import { inDatabase, plain, zoneByName } from './zone-names.ts';

/**
 * The clocks of a zone. The time that they show, the wall time, is a number here: the epoch milliseconds at
 * which a clock in UTC shows the same.
 */
export interface Clock {
  /** Returns the first instant of a wall time; a skipped time has the offset before the change (RFC 5545 3.3.5). */
  instantOf: (wall: number) => number;
  wallOf: (instant: number) => number;
}

/** @param offsetAt returns the offset from UTC at an instant, in milliseconds */
const clockOf = (offsetAt: (instant: number) => number): Clock => ({
  instantOf: (wall) => {
    // Offsets at midnights, because these are cached.
    const midnight = Math.floor(wall / day) * day;
    const [before, after] = [offsetAt(midnight - day), offsetAt(midnight + 2 * day)];
    const isAfter = before !== after && offsetAt(wall - before) !== before;
    return wall - (isAfter && offsetAt(wall - after) === after ? after : before);
  },
  wallOf: (instant) => instant + offsetAt(instant),
});

export const utcClock = clockOf(() => 0);

/** Instants before these years have the offset of the first year, and instants after them that of the last. */
const [firstYear, lastYear] = [Date.UTC(1800, 0), Date.UTC(2200, 0)];
const mostOffsets = 10_000;

/** Cached, because creating a clock takes a third of a millisecond. */
const databaseClocks = createMemo<string, Clock>(1000);

/** @param timeZone as `readTimeZone` returns it */
const fromDatabase = (timeZone: string): Clock =>
  databaseClocks(timeZone, () => {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    /** Cached, because Intl takes microseconds for each offset, and Temporal ten times as long. */
    const offsets = createMemo<number, number>(mostOffsets);
    return clockOf((instant) => {
      const known = Math.min(Math.max(instant, firstYear), lastYear);
      // Such as `11/24/2026, GMT+01:00`, or only `GMT`.
      return offsets(known, () => readOffset(format.format(known).replace(/.*GMT/, '')) ?? 0);
    });
  });

/** The settings for reading calendars. */
export interface Reading {
  /** The relevant interval on any clock, with a margin on both sides. */
  window: Interval;
  report: Report;
  /** Throws when the work exceeds the limit. */
  spend: (work: number) => void;
}

/** Reads a part of a VTIMEZONE (RFC 5545 3.6.5). Some have no begin. */
const readPart = (part: Component) => ({
  line: part.line,
  start: readTime(textOf(part, 'DTSTART') ?? '19700101T020000'),
  from: readOffset(textOf(part, 'TZOFFSETFROM') ?? ''),
  to: readOffset(textOf(part, 'TZOFFSETTO') ?? ''),
  rules: propertiesOf(part, 'RRULE'),
  listed: propertiesOf(part, 'RDATE').flatMap(({ value }) =>
    value.split(',').flatMap((each) => readTime(each.replace(/\/.*/, ''))?.wall ?? []),
  ),
});

type Part = ReturnType<typeof readPart>;

/** Returns the instants at which a part of a VTIMEZONE changes the offset from UTC; none if it cannot be read. */
const onsetsOf = ({ line, start, from, to, rules, listed }: Part, reading: Reading) => {
  const { window, report, spend } = reading;
  spend(1 + listed.length);
  const before = from ?? to;
  if (!start || before === null || to === null) {
    report(line, 'A part of a time zone cannot be read.');
    return [];
  }
  const repeated = rules.flatMap((property) => {
    const rule = readRule(property.value, start.wall);
    const until = rule?.until ? readTime(rule.until) : null;
    const last = until
      ? until.wall + (until.isUtc ? before : 0) + (until.isDate ? day - 1 : 0)
      : window.end;
    const range = { start: start.wall, end: Math.min(last, window.end) };
    const walls = rule?.within(range, spend);
    if (!walls || (rule?.until && !until)) {
      report(property.line, 'The clock changes of a time zone cannot be read.');
    }
    return walls ?? [];
  });
  const walls = [start.wall, ...repeated, ...listed];
  return walls.map((wall) => ({ instant: wall - before, before, after: to }));
};

/** Returns the clock of a VTIMEZONE; null if no part can be read. */
const ownClock = (parts: readonly Part[], reading: Reading): Clock | null => {
  const onsets = parts
    .flatMap((part) => onsetsOf(part, reading))
    .sort((one, other) => one.instant - other.instant);
  const [first] = onsets;
  if (!first) return null;
  return clockOf((instant) => {
    const onset = onsets.findLast((each) => each.instant <= instant);
    return onset ? onset.after : first.before;
  });
};

/**
 * Returns whether a VTIMEZONE can be read and has all changes of its clocks. Some generators write only those of
 * some years, or only one of the two of each year, and iCloud writes impossible offsets.
 */
const isComplete = (parts: readonly Part[]): boolean => {
  const hasRules = parts.some(({ rules }) => rules.length > 0);
  const reached = new Set(parts.map(({ to }) => to));
  const isWhole = ({ start, from, to, rules }: Part): boolean => {
    if (start === null || from === null || to === null) return false;
    return from === to || (hasRules && (rules.length === 0 || reached.has(from)));
  };
  return parts.length > 0 && parts.every(isWhole);
};

/** Returns whether a place has had the offsets of a calendar's own zone. If not, the two share only their name. */
const hasHad = (place: Clock, own: Clock, { window }: Reading): boolean => {
  const years = new Date(window.end).getUTCFullYear() - 1969;
  const halfYears = Array.from({ length: 2 * years }, (_, index) => Date.UTC(1970, index * 6));
  const offsets = halfYears.map((at) => place.wallOf(at) - at);
  return halfYears.slice(-2).every((at) => offsets.includes(own.wallOf(at) - at));
};

const longestName = 100;

/**
 * Returns the clocks for the zone names in a calendar. A place of the database takes precedence over the calendar's
 * own VTIMEZONE, which some programs write incompletely or keep with outdated rules, unless the place never had its
 * offsets. A complete VTIMEZONE takes precedence over other names.
 * @param owner the owner's zone, which replaces unknown ones
 */
export const createClocks = (calendar: Component, owner: string, reading: Reading) => {
  const zones = calendar.parts.filter(({ name }) => name === 'VTIMEZONE');
  // Some programs write several zones into one VTIMEZONE. Of two with one name, the one with more parts counts.
  const own = new Map(
    zones
      .toSorted((one, other) => one.parts.length - other.parts.length)
      .flatMap((zone) =>
        propertiesOf(zone, 'TZID').map(({ value }) => [plain(unescaped(value)), zone] as const),
      ),
  );
  const lookUp = (written: string, line: number): Clock | null => {
    reading.spend(2000);
    // Radicale wrote `TZID="local;VALUE=DATE-TIME"`.
    const bare = written.replace(/^'|'$|;VALUE=.*/gi, '');
    const name = bare.replace(/\s+/g, ' ').trim().slice(0, longestName);
    const zone = own.get(plain(name));
    const location = zone && textOf(zone, 'X-LIC-LOCATION');
    const place = (name.includes('/') ? inDatabase(name) : null) ?? inDatabase(location ?? '');
    const known = place ? fromDatabase(place) : null;
    const parts = zone?.parts.map(readPart) ?? [];
    const clock = isComplete(parts) ? ownClock(parts, reading) : null;
    if (clock && !(known && hasHad(known, clock, reading))) return clock;
    if (known) return known;
    let isOffsetOnly = false;
    const warn = () => {
      isOffsetOnly = true;
    };
    // Exchange numbers zones with the same name.
    const found = [name, name.replace(/ \d+$/, '')].map((each) => zoneByName(each, warn));
    const other = found.find((each) => typeof each === 'string');
    if (other) return fromDatabase(other);
    const incomplete = ownClock(parts, reading);
    if (incomplete) return incomplete;
    if (isOffsetOnly) reading.report(line, 'Only the offset of the time zone is known.');
    const offset = found.find((each) => typeof each === 'number');
    return offset === undefined ? null : clockOf(() => offset);
  };
  const named = new Map<string, Clock | null>();
  const find = (name: string, line: number): Clock | null => {
    if (!named.has(name)) named.set(name, lookUp(name, line));
    return named.get(name) ?? null;
  };
  const ownersClock = fromDatabase(owner);
  let floating = ownersClock;
  const of = (name: string, line: number): Clock => {
    const clock = find(name, line);
    const whose = floating === ownersClock ? owner : 'the calendar';
    if (!clock) {
      reading.report(line, `The time zone is unknown: the time is read as one of ${whose}.`);
    }
    return clock ?? floating;
  };
  const [common] = propertiesOf(calendar, 'X-WR-TIMEZONE');
  const name = textOf(calendar, 'X-WR-TIMEZONE');
  if (common && name) floating = of(name, common.line);
  const [last = ''] = [...own.keys()].slice(-1);
  const namesZone = (part: Component) =>
    part.properties.some(({ parameters }) => /TZID\s*=\s*[^\s;]/i.test(parameters));
  // If no time names the only zone that is defined, times without a zone are in it (node-ical#305).
  if (!name && zones[0] && zones.length === 1 && !calendar.parts.some(namesZone)) {
    floating = find(last, zones[0].line) ?? floating;
  }
  return {
    /** The clock of dates. */
    owner: ownersClock,
    /** The clock of times without a zone: the calendar's, if it names one, or defines only one. */
    floating,
    /** @param line the line of the name */
    of,
    /** Returns the clocks on which a time that some program wrote could be midnight. */
    likely: once((): Clock[] => [
      floating,
      ownersClock,
      ...Array.from(own, ([zone, { line }]) => find(zone, line)).filter((clock) => clock !== null),
    ]),
  };
};

export type Clocks = ReturnType<typeof createClocks>;
