import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { readOffset, readTime } from './calendar-time.ts';
import { type Component, linesOf, type Report, readProperty, textOf } from './content-lines.ts';
import { day, lastWhere } from './interval.ts';
import { readRule } from './recurrence.ts';
import { readTimeZone } from './zones.ts';

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
    const [month, date, year, ...time] = (format.format(known).match(/\d+/g) ?? []).map(Number) as [
      ...[number, number, number],
      ...[number, number, number],
    ];
    return Date.UTC(year, month - 1, date, ...time) - known;
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
 * RFC 5545 3.6.5, for what is no zone of the database.
 * @param begin of a part that does not say when it begins
 * @returns null for a zone that does not say how its clocks go
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
    const dates = linesOf(part, 'RDATE').flatMap((line) => readProperty(line)?.value.split(','));
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
 * The last parts of what some programs write, such as `/mozilla.org/20050126_1/Europe/Berlin` or
 * `tzone://Microsoft/Utc`.
 */
const inDatabase = (name: string): string | null => {
  const parts = name.replaceAll(' ', '_').split('/');
  const zones = [-3, -2, -1].map((from) => readTimeZone(parts.slice(from).join('/')));
  return zones.find((zone) => zone !== null) ?? null;
};

/** Without case, accents and other signs for the same. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_\s]+/g, ' ')
    .replaceAll('−', '-')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim();

/** When clocks of the north, and of the south, show their standard time. */
const [january, july] = [Date.UTC(2026, 0), Date.UTC(2026, 6)];

const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/** By the names that Windows has in its registry. */
const windowsZones = once(
  () =>
    new Map(
      WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
        ({ windowsName, iana: [zone = 'UTC'] }) => [plain(windowsName), zone] as const,
      ),
    ),
);

/** What Windows shows, and no table of names has. */
const places = `abu dhabi=Asia/Dubai alaska=America/Anchorage baja california=America/Tijuana beijing=Asia/Shanghai
  bern=Europe/Zurich brasilia=America/Sao_Paulo cabo verde=Atlantic/Cape_Verde central america=America/Guatemala
  chetumal=America/Cancun chihuahua, la paz, mazatlan=America/Mazatlan chokurdakh=Asia/Srednekolymsk
  indiana (east)=America/Indianapolis international date line west=Etc/GMT+12 nuku'alofa=Pacific/Tongatapu
  port louis=Indian/Mauritius salvador=America/Bahia solomon=Pacific/Guadalcanal
  sri jayawardenepura=Asia/Colombo west central africa=Africa/Lagos`;

/** By their cities, as the database and CLDR call them. */
const cities = once(() => {
  const zones = new Map(
    Array.from(places.matchAll(/([^=]+)=(\S+)\s*/g), ([, place = '', zone = '']) => [place, zone]),
  );
  const add = (name: string, zone: string) => {
    if (!zones.has(plain(name))) zones.set(plain(name), zone);
  };
  const lastPart = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);
  for (const zone of Intl.supportedValuesOf('timeZone')) add(lastPart(zone), zone);
  for (const { description, alias } of IANA_ALIAS_MAP) {
    const [zone = 'UTC'] = alias;
    add(description.replace(/(?:,| \().*/, ''), zone);
    for (const each of alias) add(lastPart(each), zone);
  }
  return zones;
});

/**
 * By CLDR's names in languages in which Windows has its own, such as `Mitteleuropäische Zeit`. To find them
 * takes some tenths of a second.
 */
const otherLanguages = once(() => {
  const zones = new Map<string, string>();
  for (const language of 'de fr es it nl pt pl sv ja zh'.split(' ')) {
    for (const timeZone of windowsZones().values()) {
      for (const timeZoneName of ['long', 'longGeneric'] as const) {
        const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName });
        for (const instant of [january, july]) {
          const parts = format.formatToParts(instant);
          const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
          if (!zones.has(plain(name))) zones.set(plain(name), timeZone);
        }
      }
    }
  }
  return zones;
});

/** `(UTC+01:00) Amsterdam, Berlin`, `(GMT-05.00) Eastern Time (US & Canada)` of Zimbra, `GMT-0500`, `UTC+2`. */
const shownPattern = /^\(?(?:(?:UTC|GMT|Z)\b)? ?([+-]\d\d?(?:[:.]?\d\d)?)?\)? ?(.*)$/;

/**
 * By what Windows or a person calls it.
 * @param warn is called where only its offset is known, not when its clocks change
 */
const byOtherNames = (written: string, warn: () => void): Clock | null => {
  const name = plain(written);
  const [, offsetText = '', words = ''] = shownPattern.exec(name.toUpperCase()) ?? [];
  const shown = words.toLowerCase();
  const offset = readOffset(offsetText);
  const stem = shown.replace(/ (?:standard |daylight |summer )?time\b.*$/, '');
  const windows = [name, shown, `${stem} standard time`, `us ${stem} standard time`];
  const cityNames = [shown, ...shown.split(/ ?[,/;()] ?/)].flatMap((city) => [
    city,
    city.replace(/ islands?$| is\.$|^city of /g, ''),
    city.replace(/^saint /, 'st. '),
  ]);
  const zones = [
    readTimeZone(written.replaceAll(' ', '_')),
    ...windows.map((each) => windowsZones().get(each)),
    ...cityNames.map((each) => cities().get(each)),
  ].filter((zone) => typeof zone === 'string');
  const isAt = (zone: string): boolean =>
    [january, july].some((instant) => fromDatabase(zone).wallOf(instant) - instant === offset);
  const zone = zones.find(isAt) ?? zones[0];
  if (zone) return fromDatabase(zone);
  const [, isUtc, difference = ''] = /^(coordinated universal time)?([+-]\d\d)?$/.exec(shown) ?? [];
  if (isUtc || (shown === '' && name !== '')) {
    return fixedClock(offset ?? readOffset(difference) ?? 0);
  }
  const other = /[^!-~]/.test(shown) ? otherLanguages().get(shown) : null;
  if (other) return fromDatabase(other);
  if (offset !== null) warn();
  return offset === null ? null : fixedClock(offset);
};

const longestName = 100;

/**
 * The clocks that times in a calendar name. For a place of the database, its rules are better than those that
 * a calendar brings; for any other name, the calendar's own come first.
 * @param owner whose clock stands in for one that nobody knows
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
    if (place) return fromDatabase(place);
    const zone = own.get(plain(name));
    const location = zone && inDatabase(textOf(zone, 'X-LIC-LOCATION') ?? '');
    if (location) return fromDatabase(location);
    const clock = zone ? ownClock(zone, reading) : null;
    if (clock) return clock;
    const warn = () => reading.report(line, 'Of the time zone only the offset is known.');
    // Exchange numbers what it has several of, and Microsoft's programs begin some names with their maker.
    for (const each of [name, name.replace(/ \d+$/, ''), name.slice(name.lastIndexOf('/') + 1)]) {
      const other = byOtherNames(each, warn);
      if (other) return other;
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
