import ICAL from 'ical.js';
import { readTime } from './calendar-time.ts';
import { type Clock, type Clocks, createClocks, utcClock } from './clocks.ts';
import {
  type Component,
  firstValue,
  isCalendar,
  type Property,
  properties,
  type Remark,
  type Report,
  readComponents,
} from './components.ts';
import { day, type Interval, lastWhere, merge } from './interval.ts';
import { readRule } from './recurrence.ts';

// What cannot be read is busy, as far as it can be guessed when: a time too few is offered, none twice.

export interface BusyOptions extends Interval {
  /** Whose clock all-day and floating events follow: the owner's. */
  timeZone: string;
  /** Events to leave out, by their UID. */
  isOwn?: (uid: string) => boolean;
}

export interface BusyTimes {
  /** Ascending, without overlaps, within the range. */
  busy: Interval[];
  /** At most 20; the last then says how many more there were. */
  remarks: Remark[];
  /** It took too long, so all the time is busy; a machine with less to do may read it as a whole. */
  isCutShort: boolean;
}

const mostRemarks = 20;
const mostEvents = 50_000;
/** Milliseconds for all of it: a rule of some words can ask for any amount of work. */
const workLimit = 2000;

class TookTooLong extends Error {}

const collectRemarks = () => {
  const remarks: Remark[] = [];
  let others = 0;
  return {
    report: (line: number, message: string) => {
      if (remarks.length < mostRemarks) remarks.push({ line, message });
      else others++;
    },
    all: (): Remark[] => {
      const last = remarks[mostRemarks - 1];
      if (others === 0 || !last) return remarks;
      const message = `Here and below, ${others + 1} more things could not be read.`;
      return [...remarks.slice(0, -1), { line: last.line, message }];
    },
  };
};

interface Moment {
  wall: number;
  clock: Clock;
  isDate: boolean;
}

/** RFC 5545 wants one at most; some have several. */
const rulesOf = ({ lines }: Component) =>
  (lines.get('RRULE') ?? []).map(({ text, line }) => ({
    text: text.slice(text.indexOf(':') + 1).trim(),
    line,
  }));

const instantOf = ({ wall, clock }: Moment): number => clock.instantOf(wall);

/** What the clock of one moment shows at another. */
const wallOn = (clock: Clock, moment: Moment): number =>
  moment.clock === clock ? moment.wall : clock.wallOf(instantOf(moment));

/** On the clock, so that a day has 23 to 25 hours, and then as time passes; milliseconds. */
interface Length {
  wall: number;
  exact: number;
}

const aDay: Length = { wall: day, exact: 0 };

/** RFC 5545 3.3.6. @returns null for what is none, or less than nothing */
const readDuration = (text: string): Length | null => {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    const wall = (weeks * 7 + days) * day;
    const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    return isNegative || Number.isNaN(wall + exact) ? null : { wall, exact };
  } catch {
    return null;
  }
};

interface Calendar {
  clocks: Clocks;
  report: Report;
  /** Throws when it takes too long. */
  checkTime: () => void;
  /** On any clock, with some more on both sides; what is outside need not be looked at. */
  window: Interval;
}

const readMoment = (
  text: string,
  { parameters, line }: Property,
  { clocks }: Calendar,
): Moment | null => {
  const time = readTime(text);
  if (!time) return null;
  const { wall, isDate, isUtc } = time;
  if (isUtc) return { wall, isDate, clock: utcClock };
  const zone = isDate ? undefined : parameters.tzid;
  return { wall, isDate, clock: zone === undefined ? clocks.owner : clocks.of(String(zone), line) };
};

/** Of a property that has several; a period has an end or a length. */
const readMoments = (property: Property, calendar: Calendar) =>
  property.values.flatMap((value) => {
    calendar.checkTime();
    const [first = '', second] = typeof value === 'string' ? [value] : value;
    const start = readMoment(first, property, calendar);
    const end = second === undefined ? null : readMoment(second, property, calendar);
    const duration = second === undefined ? null : readDuration(second);
    if (!start || (second !== undefined && !end && !duration)) {
      calendar.report(property.line, `A time of ${property.name} cannot be read.`);
    }
    if (!start) return [];
    const length = end ? { wall: 0, exact: instantOf(end) - instantOf(start) } : duration;
    return { start, length };
  });

const momentOf = (component: Component, name: string, calendar: Calendar): Moment | null => {
  const [property] = properties(component, name, calendar.report);
  const [moment] = property ? readMoments(property, calendar) : [];
  return moment?.start ?? null;
};

const lengthOf = (component: Component, start: Moment, calendar: Calendar): Length => {
  const written = firstValue(component, 'DURATION');
  const duration = written === null ? null : readDuration(written);
  if (duration) return duration;
  const end = momentOf(component, 'DTEND', calendar);
  if (end) {
    const length =
      end.clock === start.clock
        ? { wall: end.wall - start.wall, exact: 0 }
        : { wall: 0, exact: instantOf(end) - instantOf(start) };
    if (start.isDate && end.wall === start.wall) return aDay;
    if (length.wall + length.exact >= 0) return length;
  } else if (written === null && !component.lines.has('DTEND')) {
    return start.isDate ? aDay : { wall: 0, exact: 0 };
  }
  calendar.report(component.line, 'When an event ends cannot be read: it counts as a day long.');
  return aDay;
};

interface Event {
  component: Component;
  start: Moment | null;
  isBusy: boolean;
  /** Which of the times of a repeated event it replaces. */
  id: Moment | null;
  /** It changes all later ones, too. */
  andFuture: boolean;
}

const readEvent = (component: Component, calendar: Calendar): Event => {
  const start = momentOf(component, 'DTSTART', calendar);
  const [idProperty] = properties(component, 'RECURRENCE-ID', calendar.report);
  const isBusy =
    firstValue(component, 'STATUS')?.toUpperCase() !== 'CANCELLED' &&
    firstValue(component, 'TRANSP')?.toUpperCase() !== 'TRANSPARENT';
  if (isBusy && !start) {
    calendar.report(component.line, 'When an event begins cannot be read: it is left out.');
  }
  return {
    component,
    start,
    isBusy,
    id: (idProperty && readMoments(idProperty, calendar)[0]?.start) ?? null,
    andFuture: String(idProperty?.parameters.range).toUpperCase() === 'THISANDFUTURE',
  };
};

/** From a moment on, within the window. */
const intervalOf = (start: Moment, { wall, exact }: Length, { window }: Calendar): Interval[] => {
  const end = start.wall + wall;
  if (start.wall > window.end || end + exact < window.start) return [];
  const begin = instantOf(start);
  return [{ start: begin, end: start.clock.instantOf(Math.min(end, window.end)) + exact }];
};

/** Of a repeated event; its other events, which replace some of its times, speak for themselves. */
const repeatedIntervals = (
  { component, isBusy }: Event,
  start: Moment,
  others: readonly Event[],
  calendar: Calendar,
): Interval[] => {
  const { clock } = start;
  const { report, checkTime, window } = calendar;

  const changes = others
    .filter(({ andFuture }) => andFuture)
    .flatMap((other) => {
      if (!other.id) return [];
      const from = wallOn(clock, other.id);
      const shift = other.start ? wallOn(clock, other.start) - from : 0;
      const length = other.start ? lengthOf(other.component, other.start, calendar) : aDay;
      return { from, shift, length, isBusy: other.isBusy };
    })
    .sort((one, other) => one.from - other.from);
  if (!isBusy && changes.length === 0) return [];

  const ownLength = lengthOf(component, start, calendar);
  const farthest = (sizes: readonly number[]) =>
    sizes.reduce((one, other) => Math.max(one, other), 0);
  const reach =
    farthest(
      [ownLength, ...changes.map(({ length }) => length)].map((each) => each.wall + each.exact),
    ) + farthest(changes.map(({ shift }) => Math.abs(shift)));
  const search = { start: window.start - reach, end: window.end + reach };
  const isNear = ({ wall }: Moment) => search.start <= wall && wall <= search.end;

  const lengths = new Map<number, Length>([[start.wall, ownLength]]);
  const solid: Interval[] = [];
  for (const { text, line } of rulesOf(component)) {
    checkTime();
    let rule = readRule(text, start.wall, clock.wallOf);
    if (!rule) {
      report(line, 'How an event is repeated cannot be read: it counts as repeated every day.');
      rule = readRule('FREQ=DAILY', start.wall, clock.wallOf);
    }
    const walls = rule?.within(search);
    for (const wall of walls ?? []) lengths.set(wall, ownLength);
    if (rule && !walls) {
      report(
        line,
        'An event is repeated too often: all the time from its first to its last counts as busy.',
      );
      const wall = Math.max(start.wall, window.start);
      const length = { wall: rule.until - wall + ownLength.wall, exact: ownLength.exact };
      solid.push(...intervalOf({ ...start, wall }, length, calendar));
    }
  }
  for (const property of properties(component, 'RDATE', report)) {
    for (const moment of readMoments(property, calendar)) {
      if (isNear(moment.start))
        lengths.set(wallOn(clock, moment.start), moment.length ?? ownLength);
    }
  }

  const without = [
    ...properties(component, 'EXDATE', report).flatMap((property) =>
      readMoments(property, calendar).map((moment) => moment.start),
    ),
    ...others.flatMap(({ id, start: begin, isBusy: busy }) => (id && (begin || !busy) ? id : [])),
  ].filter(isNear);
  const walls = new Set(without.filter(({ isDate }) => !isDate).map((each) => wallOn(clock, each)));
  // Some programs write the date of what has a time.
  const dates = new Set(without.filter(({ isDate }) => isDate).map(({ wall }) => wall));

  const single = Array.from(lengths).flatMap(([wall, length]) => {
    if (walls.has(wall) || dates.has(Math.floor(wall / day) * day)) return [];
    const change = lastWhere(changes, ({ from }) => from <= wall);
    if (!(change ?? { isBusy }).isBusy) return [];
    const moment = { ...start, wall: wall + (change?.shift ?? 0) };
    const lasting = change?.length ?? length;
    return intervalOf(moment, lasting, calendar).map((each) =>
      // RFC 5545 3.8.5.3: as long as the first, whatever the clock says meanwhile.
      start.isDate
        ? each
        : { ...each, end: Math.max(each.end, each.start + lasting.wall + lasting.exact) },
    );
  });
  return [...solid, ...single];
};

/** All events of one UID. */
const groupIntervals = (events: readonly Event[], calendar: Calendar): Interval[] =>
  events.flatMap((event) => {
    const { component, start, isBusy, id } = event;
    if (!start) return [];
    if (!id && (component.lines.has('RRULE') || component.lines.has('RDATE'))) {
      const others = events.filter((other) => other.id);
      return repeatedIntervals(event, start, others, calendar);
    }
    if (!isBusy || start.wall > calendar.window.end) return [];
    return intervalOf(start, lengthOf(component, start, calendar), calendar);
  });

const freeBusyIntervals = (component: Component, calendar: Calendar): Interval[] =>
  properties(component, 'FREEBUSY', calendar.report)
    .filter(({ parameters }) => String(parameters.fbtype).toUpperCase() !== 'FREE')
    .flatMap((property) => readMoments(property, calendar))
    .flatMap(({ start, length }) => intervalOf(start, length ?? aDay, calendar));

/**
 * When somebody has no time, by a calendar in the format iCalendar. What is cancelled or transparent
 * takes no time. Of what cannot be read, a remark says what it was taken for; where there is too much to
 * look at, all of the range is busy.
 * @param text of a calendar, or of anything
 * @param elapsed milliseconds, never set back
 */
export const busyTimes = (
  text: string,
  { start, end, timeZone, isOwn = () => false }: BusyOptions,
  elapsed: () => number = () => performance.now(),
): BusyTimes => {
  const { report, all } = collectRemarks();
  const startedAt = elapsed();
  const checkTime = () => {
    if (elapsed() - startedAt > workLimit) throw new TookTooLong();
  };
  if (!isCalendar(text)) report(1, 'This is no calendar, or not all of one.');
  const components = readComponents(text, report);
  const named = (name: string) => components.filter((component) => component.name === name);
  const calendar: Calendar = {
    clocks: createClocks(named('VTIMEZONE'), timeZone, { end, report, checkTime }),
    report,
    checkTime,
    window: { start: start - 2 * day, end: end + 2 * day },
  };
  const clip = (intervals: readonly Interval[]): Interval[] =>
    merge(
      intervals.map((each) => ({
        start: Math.max(each.start, start),
        end: Math.min(each.end, end),
      })),
    );
  const tooMuch = (message: string, isCutShort: boolean): BusyTimes => ({
    isCutShort,
    busy: clip([{ start, end }]),
    remarks: [
      { line: 1, message: `${message}: all the time counts as busy.` },
      ...all().slice(0, mostRemarks - 1),
    ],
  });

  const events = named('VEVENT').filter((event) => !isOwn(firstValue(event, 'UID') ?? ''));
  if (events.length > mostEvents) {
    return tooMuch(`There are more than ${mostEvents} events`, false);
  }
  const groups = Map.groupBy(events, (event) => firstValue(event, 'UID') ?? event);
  try {
    const busy = [
      ...named('VFREEBUSY').flatMap((component) => freeBusyIntervals(component, calendar)),
      ...Array.from(groups.values()).flatMap((group) =>
        groupIntervals(
          group.map((component) => readEvent(component, calendar)),
          calendar,
        ),
      ),
    ];
    return { busy: clip(busy), remarks: all(), isCutShort: false };
  } catch (cause) {
    if (cause instanceof TookTooLong) return tooMuch('It takes too long to read', true);
    throw cause;
  }
};
