import { readOffset, readTime } from './calendar-time.ts';
import { type Component, linesOf, type Report, readProperty, textOf } from './content-lines.ts';
import { day, lastWhere } from './interval.ts';
import { readRule } from './recurrence.ts';
import { inDatabase, once, plain, zoneByName } from './zone-names.ts';

/**
 * The clocks of a zone. What they show, a wall time, is a number here: the epoch milliseconds at which a
 * clock of UTC shows the same.
 */
export interface Clock {
  /** When they first show it; a time that they skip, by the offset before (RFC 5545 3.3.5). */
  instantOf: (wall: number) => number;
  wallOf: (instant: number) => number;
}

const fixedClock = (offset: number): Clock => ({
  instantOf: (wall) => wall - offset,
  wallOf: (instant) => instant + offset,
});

export const utcClock = fixedClock(0);

/** Zones of the database have no rules before; after it, they are as today. */
const [firstYear, lastYear] = [Date.UTC(1800, 0), Date.UTC(2200, 0)];
const mostDays = 10_000;

/** @param timeZone as `readTimeZone` returns it */
const databaseClock = (timeZone: string): Clock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsetAt = (instant: number): number => {
    const known = Math.floor(Math.min(Math.max(instant, firstYear), lastYear) / 1000) * 1000;
    const shown = format.format(known).match(/\d+/g)?.map(Number) ?? [];
    const [month = 1, date = 1, year = 0, hours = 0, minutes = 0, seconds = 0] = shown;
    return Date.UTC(year, month - 1, date, hours, minutes, seconds) - known;
  };
  /** Of days around which nothing changes. Temporal takes a hundred times as long. */
  const offsets = new Map<number, number | null>();
  return {
    instantOf: (wall) => {
      const date = Math.floor(wall / day);
      let offset = offsets.get(date);
      if (offset === undefined) {
        const before = offsetAt((date - 1) * day);
        offset = before === offsetAt((date + 2) * day) ? before : null;
        if (offsets.size >= mostDays) offsets.clear();
        offsets.set(date, offset);
      }
      if (offset !== null) return wall - offset;
      const [before, after] = [offsetAt(wall - day), offsetAt(wall + day)];
      const isShown = (each: number) => offsetAt(wall - each) === each;
      return wall - (!isShown(before) && isShown(after) ? after : before);
    },
    wallOf: (instant) => instant + offsetAt(instant),
  };
};

/** Kept, since making one takes a third of a millisecond. */
const databaseClocks = new Map<string, Clock>();

const fromDatabase = (timeZone: string): Clock => {
  const clock = databaseClocks.get(timeZone) ?? databaseClock(timeZone);
  databaseClocks.set(timeZone, clock);
  return clock;
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
  /** Throws when there is too much work. */
  spend: (work: number) => void;
}

/**
 * The clocks of a VTIMEZONE (RFC 5545 3.6.5).
 * @param begin of a part that has none
 * @returns null where no part can be read
 */
const ownClock = (zone: Component, reading: Reading, begin = ''): Clock | null => {
  const { end, report, spend } = reading;
  const onsets = zone.parts.flatMap((part): Onset[] => {
    spend(1);
    const after = readOffset(textOf(part, 'TZOFFSETTO') ?? '');
    const before = readOffset(textOf(part, 'TZOFFSETFROM') ?? '') ?? after;
    const ruleText = textOf(part, 'RRULE');
    const start = readTime(textOf(part, 'DTSTART') ?? begin);
    if (!start || before === null || after === null) {
      report(part.line, 'A part of a time zone cannot be read.');
      return [];
    }
    const [ruleLine] = linesOf(part, 'RRULE');
    const rule = ruleText === null ? null : readRule(ruleText, start.wall);
    const until = rule?.until ? readTime(rule.until) : null;
    const last = until
      ? until.wall + (until.isUtc ? before : 0) + (until.isDate ? day - 1 : 0)
      : end;
    const repeated = rule?.within({ start: start.wall, end: Math.min(last, end + day) }, spend);
    if (ruleLine && (!repeated || (rule?.until && !until))) {
      report(ruleLine.line, 'When the clocks of a time zone change cannot be read.');
    }
    const dates = linesOf(part, 'RDATE').flatMap((line) => readProperty(line).value.split(','));
    const others = dates.flatMap((each) => readTime(each?.trim() ?? '')?.wall ?? []);
    spend(others.length);
    return [start.wall, ...(repeated ?? []), ...others].map((wall) => ({
      instant: wall - before,
      before,
      after,
    }));
  });
  const [first] = onsets.sort((one, other) => one.instant - other.instant);
  if (!first) return null;
  return {
    instantOf: (wall) => {
      const onset = lastWhere(onsets, ({ instant, before }) => instant + before <= wall);
      if (!onset) return wall - first.before;
      const isSkipped = wall < onset.instant + onset.after;
      return wall - (isSkipped ? onset.before : onset.after);
    },
    wallOf: (instant) => {
      const onset = lastWhere(onsets, (each) => each.instant <= instant);
      return instant + (onset ? onset.after : first.before);
    },
  };
};

/**
 * Returns whether all parts of a VTIMEZONE can be read, and it says how its clocks go on. Generators leave the
 * rules away, and iCloud writes impossible offsets.
 */
const isComplete = ({ parts }: Component): boolean => {
  const offsets = parts.map((part) =>
    ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => readOffset(textOf(part, name) ?? '')),
  );
  const goesOn = ['RRULE', 'RDATE'].some((name) =>
    parts.some((part) => linesOf(part, name).length > 0),
  );
  return (
    parts.length > 0 &&
    parts.every((part) => readTime(textOf(part, 'DTSTART') ?? '')) &&
    offsets.every(([from, to]) => from !== null && to !== null && (goesOn || from === to))
  );
};

const longestName = 100;

/**
 * Returns the clocks that times in a calendar name: the calendar's own VTIMEZONE of that name comes first, but
 * for a place of the database only if it is complete.
 * @param owner the zone that replaces an unknown one
 */
export const createClocks = (calendar: Component, owner: string, reading: Reading) => {
  const own = new Map(
    calendar.parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [plain(textOf(zone, 'TZID') ?? ''), zone]),
  );
  const named = new Map<string, Clock | null>();
  const find = (written: string, line: number): Clock | null => {
    const known = named.get(written);
    const clock = known === undefined ? read(written, line) : known;
    named.set(written, clock);
    return clock;
  };
  const read = (written: string, line: number): Clock | null => {
    reading.spend(2000);
    const name = written.replace(/\s+/g, ' ').trim().slice(0, longestName);
    const place = name.includes('/') ? inDatabase(name) : null;
    const zone = own.get(plain(name));
    const location = place ?? (zone && inDatabase(textOf(zone, 'X-LIC-LOCATION') ?? ''));
    const clock = zone && (isComplete(zone) || !location) ? ownClock(zone, reading) : null;
    if (clock) return clock;
    if (location) return fromDatabase(location);
    const warn = () => reading.report(line, 'Of the time zone only the offset is known.');
    // Exchange numbers what it has several of, and Microsoft's programs begin some names with their maker.
    for (const each of [name, name.replace(/ \d+$/, ''), name.slice(name.lastIndexOf('/') + 1)]) {
      const other = zoneByName(each, warn);
      if (other !== null) {
        return typeof other === 'string' ? fromDatabase(other) : fixedClock(other);
      }
    }
    return zone ? ownClock(zone, reading, '19700101T020000') : null;
  };
  const ownersClock = fromDatabase(owner);
  const of = (name: string, line: number, standIn: Clock, whose: string): Clock => {
    const clock = find(name, line);
    if (!clock) {
      reading.report(line, `The time zone is unknown: the time is taken for one of ${whose}.`);
    }
    return clock ?? standIn;
  };
  const [common] = linesOf(calendar, 'X-WR-TIMEZONE');
  const commonName = textOf(calendar, 'X-WR-TIMEZONE');
  const floating =
    common && commonName ? of(commonName, common.line, ownersClock, owner) : ownersClock;
  return {
    /** Dates follow it. */
    owner: ownersClock,
    /** Times without a zone follow it: the calendar's, if it names one. */
    floating,
    /** @param line where the name is */
    of: (name: string, line: number): Clock =>
      of(name, line, floating, floating === ownersClock ? owner : 'the calendar'),
    /** Those whose midnight a time may be meant to be. */
    likely: once((): Clock[] => [
      floating,
      ownersClock,
      ...Array.from(own, ([name, { line }]) => find(name, line)).filter((clock) => clock !== null),
    ]),
  };
};

export type Clocks = ReturnType<typeof createClocks>;
