import {
  aDay,
  type Context,
  type Event,
  hasValue,
  instantOf,
  type Moment,
  newestOf,
  readEvent,
  readMoment,
  readMoments,
  total,
} from './calendar-events.ts';
import type { Length } from './calendar-time.ts';
import { type Clock, createClocks } from './clocks.ts';
import {
  type Component,
  type Contents,
  type Property,
  parameterOf,
  propertiesOf,
  type Remark,
  type Report,
  readCalendars,
} from './content-lines.ts';
import { day, hour, type Interval, merge, minute } from './interval.ts';
import { everyDay, readRule } from './recurrence.ts';

// Unreadable events count as busy if their time can be guessed: better to offer too few times than one twice.

/** Returns whether to leave out a time of the event with this UID and SEQUENCE, because another source has it. */
export type IsOwn = (uid: string, time: Interval, sequence: number) => boolean;

export interface BusyOptions extends Interval {
  /** The zone of all-day and floating events: the owner's. */
  timeZone: string;
  isOwn?: IsOwn;
  /** The owner's addresses, separated by commas. Events that the owner declined take no time. */
  ownerEmail?: string;
  /** Estimated microseconds: a short rule can cause endless work, and on Workers no clock advances meanwhile. */
  mostWork?: number;
}

const mostRemarks = 20;
const usualWork = 2_000_000;

class TooMuchWork extends Error {}

/** Returns the mail addresses in a text, in lower case. */
export const ownersOf = (text: string): string[] =>
  text.toLowerCase().match(/[^\s,;<>"]+@[^\s,;<>"]+/g) ?? [];

/** Returns the first remarks, and one that counts the rest. */
const shorten = (remarks: readonly Remark[]): Remark[] => {
  const rest = remarks.slice(mostRemarks - 1);
  const [first] = rest;
  if (!first || rest.length === 1) return [...remarks];
  const message = `Here and below, ${rest.length} more parts could not be read.`;
  return [...remarks.slice(0, mostRemarks - 1), { line: first.line, message }];
};

/** An event whose start is known. */
type Series = Event & { start: Moment };

const dayOf = (wall: number): number => Math.floor(wall / day) * day;

/** Returns the date of a time in an all-day event, which some programs write as a zone's midnight in UTC. */
const dateOf = ({ wall, kind }: Moment, { clocks }: Context): number => {
  if (kind !== 'utc' || wall % day === 0) return dayOf(wall);
  const walls = clocks.likely().map(({ wallOf }) => wallOf(wall));
  return walls.find((each) => each % day === 0) ?? Math.floor((wall + day / 2 - 1) / day) * day;
};

/** Returns the wall time of an instant. */
const wallOn = (clock: Clock, moment: Moment): number =>
  moment.clock === clock ? moment.wall : clock.wallOf(instantOf(moment));

/** Returns the possible meanings of an exception on the clock of a series, the likeliest first. */
const wallsOf = (moment: Moment, { start, context }: Series): number[] => {
  const { wall, kind } = moment;
  if (start.kind === 'date') return [dateOf(moment, context)];
  if (kind === 'date') return [wall + start.wall - dayOf(start.wall)];
  if (kind === 'floating') return [wall];
  const converted = wallOn(start.clock, moment);
  if (start.kind !== 'floating') return [converted];
  // ical-generator writes the digits of a floating series with a Z.
  return kind === 'utc' ? [wall, converted] : [converted, wall];
};

/** Returns the last time of a series that the UNTIL of a rule allows. */
const untilOf = (text: string, line: number, series: Series): number => {
  const { start, context } = series;
  const last = readMoment(text, '', line, context);
  if (!last) {
    context.report(line, 'The end of a repetition cannot be read: it counts as endless.');
    return Number.POSITIVE_INFINITY;
  }
  if (start.kind === 'date') {
    const isLastSecond = last.wall % minute === minute - 1000;
    if (!isLastSecond) return dateOf(last, context);
    return dateOf({ ...last, wall: last.wall + 1000 }, context) - day;
  }
  if (last.kind === 'date') return last.wall + day - 1;
  const isOwnTime = (wall: number): boolean => (wall - start.wall) % day === 0;
  // Some programs write the local time with a Z. Google ends a series one second before its next time.
  const walls = [...wallsOf(last, series), last.wall];
  const wall = walls.find(isOwnTime) ?? walls[0] ?? last.wall;
  const isDayEnd = last.wall % day === day - 1000 && !isOwnTime(wall + 1000);
  return isDayEnd ? Math.max(wall, last.wall) : wall;
};

/** Returns the interval of an event, with the travel time before it. */
const intervalOf = (start: Moment, length: Length, travel = 0): Interval => {
  const begin = instantOf(start);
  const end = start.clock.instantOf(start.wall + length.wall) + length.exact;
  // Both the start and the end may be within an hour that the clock skips.
  return { start: begin - travel, end: end > begin ? end : begin + Math.min(total(length), hour) };
};

/**
 * Returns the wall times of a rule. With `isSolid`, they are too many: one time per day is returned, and all
 * the time between them is busy.
 */
const followRule = (property: Property, series: Series, search: Interval) => {
  const { start, context } = series;
  const { report, spend } = context;
  spend(1);
  const { name, value, line } = property;
  const rule = readRule(value, start.wall, start.kind === 'date');
  const until = rule?.until ? untilOf(rule.until, line, series) : search.end;
  const range = { ...search, end: Math.min(search.end, until) };
  const walls = rule?.within(range, spend);
  if (walls) return { walls, isSolid: false };
  if (name === 'EXRULE') {
    report(line, 'A rule for exceptions cannot be read: it is ignored.');
    return { walls: [], isSolid: false };
  }
  const how = rule
    ? 'An event is repeated too often: all the time from its first to its last counts as busy.'
    : 'How an event is repeated cannot be read: it counts as repeated every day.';
  report(line, how);
  const days = everyDay(start.wall, range, spend);
  return { walls: days, isSolid: rule !== null };
};

/** Returns the change to all later times of a series (RANGE=THISANDFUTURE). */
const changeOf = (other: Event, series: Series) => {
  const [from] = other.andFuture && other.id ? wallsOf(other.id, series) : [];
  if (from === undefined) return [];
  const shift = other.start ? wallOn(series.start.clock, other.start) - from : 0;
  // The event's own rule replaces the rule of the series.
  const isBusy = other.isBusy && propertiesOf(other.component, 'RRULE').length === 0;
  return [{ from, shift, event: { ...other, isBusy } }];
};

/** Returns the busy intervals of a repeated event, without the times that other events replace. */
const repeatedIntervals = (series: Series, others: readonly Event[]): Interval[] => {
  const { start, component, context } = series;
  const changes = others
    .flatMap((other) => changeOf(other, series))
    .sort((one, other) => one.from - other.from);
  if (!series.isBusy && changes.length === 0) return [];

  const reach =
    Math.max(total(series.length), ...changes.map(({ event }) => total(event.length))) +
    Math.max(0, ...changes.map(({ shift }) => Math.abs(shift)));
  const search = { start: context.window.start - reach, end: context.window.end + reach };
  const momentsOf = (name: string) =>
    propertiesOf(component, name).flatMap((property) => readMoments(property, context));

  const lengths = new Map<number, Length>([[start.wall, series.length]]);
  const solid: Interval[] = [];
  const solidLength = total(series.length) > day ? series.length : aDay;
  for (const property of propertiesOf(component, 'RRULE')) {
    const { walls, isSolid } = followRule(property, series, search);
    for (const wall of walls) {
      if (isSolid) solid.push(intervalOf({ ...start, wall }, solidLength, series.travel));
      else lengths.set(wall, series.length);
    }
  }
  for (const { start: moment, length } of momentsOf('RDATE')) {
    const [wall = 0] = wallsOf(moment, series);
    lengths.set(wall, length ?? series.length);
  }
  for (const property of propertiesOf(component, 'EXRULE')) {
    for (const wall of followRule(property, series, search).walls) lengths.delete(wall);
  }
  const exceptions = momentsOf('EXDATE').map((each) => each.start);
  const dates = new Set(exceptions.map(({ kind, wall }) => (kind === 'date' ? wall : null)));
  const replaced = others.flatMap(({ id, start, isBusy }) => (id && (start || !isBusy) ? id : []));
  for (const moment of [...exceptions, ...replaced]) {
    lengths.delete(wallsOf(moment, series).find((wall) => lengths.has(wall)) ?? Number.NaN);
  }

  const single = Array.from(lengths).flatMap(([wall, own]) => {
    const change = changes.findLast(({ from }) => from <= wall);
    const event = change?.event ?? series;
    if (!event.isBusy || dates.has(dayOf(wall))) return [];
    const moment = { ...start, wall: wall + (change?.shift ?? 0) };
    const length = change ? event.length : own;
    const interval = intervalOf(moment, length, event.travel);
    // RFC 5545 3.8.5.3: each lasts as long as the first, even across a clock change.
    const end = Math.max(interval.end, instantOf(moment) + total(length));
    return start.kind === 'date' ? interval : { ...interval, end };
  });
  return [...solid, ...single];
};

const hasStart = (event: Event): event is Series => event.start !== null;

/** Returns the busy intervals of all events of one UID. */
const groupIntervals = (all: readonly Event[], isOwn: IsOwn): Interval[] => {
  const masters = newestOf(all.filter(({ id }) => !id));
  const master = masters.find(hasStart);
  const keyOf = (id: Moment) => (master ? wallsOf(id, master)[0] : instantOf(id));
  const replacements = Map.groupBy(
    all.filter(({ id }) => id),
    ({ id }) => id && keyOf(id),
  );
  const others = Array.from(replacements.values()).flatMap(newestOf);
  return [...masters, ...others].filter(hasStart).flatMap((event) => {
    const { start, id, component, uid, sequence } = event;
    const hasRule = propertiesOf(component, 'RRULE', 'RDATE').length > 0;
    const isRepeated = id ? event.andFuture && hasRule : hasRule || others.length > 0;
    if (!isRepeated && !event.isBusy) return [];
    const times = isRepeated
      ? repeatedIntervals(event, id ? [] : others)
      : [intervalOf(start, event.length, event.travel)];
    return times.filter((time) => !isOwn(uid, time, sequence));
  });
};

const freeBusyIntervals = (component: Component, context: Context): Interval[] =>
  propertiesOf(component, 'FREEBUSY')
    .filter((property) => parameterOf(property, 'FBTYPE').toUpperCase() !== 'FREE')
    .flatMap((property) =>
      readMoments(property, context).map(({ start, length }) => {
        const message = 'A busy period has no end: it counts as a day long.';
        if (!length) context.report(property.line, message);
        return intervalOf(start, length ?? aDay);
      }),
    );

/**
 * Returns the owner's busy times in calendars of the format iCalendar (RFC 5545). Cancelled, declined and
 * transparent events take no time. A remark names an unreadable part, and what is assumed instead. If
 * reading takes too much work, the whole range is busy. Of more than 20 remarks, the last counts the rest.
 * @param source calendars or any other text, or what a reader has read of it with the owner's addresses
 */
export const busyTimes = (
  source: string | Contents,
  { start, end, timeZone, isOwn = () => false, ownerEmail = '', mostWork = usualWork }: BusyOptions,
) => {
  const owners = ownersOf(ownerEmail);
  const contents = typeof source === 'string' ? readCalendars(source, owners) : source;
  const remarks = [...contents.remarks];
  const report: Report = (line, message) => void remarks.push({ line, message });
  let work = 0;
  const spend = (more: number): void => {
    work += more;
    if (work > mostWork) throw new TooMuchWork();
  };
  const reading = { window: { start: start - 2 * day, end: end + 2 * day }, report, spend };
  const readAll = (): Interval[] => {
    const parts = contents.calendars.flatMap((calendar) => {
      const context: Context = {
        ...reading,
        clocks: createClocks(calendar, timeZone, reading),
        isCancelled: hasValue(calendar, 'METHOD', /^CANCEL$/i),
        owners,
      };
      return calendar.parts.map((part) => [part, context] as const);
    });
    const named = (wanted: string) => parts.filter(([{ name }]) => name === wanted);
    const events = named('VEVENT').map((each) => readEvent(...each));
    const groups = Map.groupBy(events, (event) => event.uid || event);
    return [
      ...named('VFREEBUSY').flatMap((each) => freeBusyIntervals(...each)),
      ...Array.from(groups.values()).flatMap((group) => groupIntervals(group, isOwn)),
    ];
  };
  let busy: Interval[];
  try {
    busy = readAll();
  } catch (cause) {
    if (!(cause instanceof TooMuchWork)) throw cause;
    const message = 'It takes too long to read: all the time counts as busy.';
    remarks.unshift({ line: 1, message });
    busy = [{ start, end }];
  }
  const clipped = busy.map((each) => ({
    start: Math.max(each.start, start),
    end: Math.min(each.end, end),
  }));
  return { busy: merge(clipped), remarks: shorten(remarks), isWhole: contents.isWhole };
};
