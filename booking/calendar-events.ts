import { type Length, readDuration, readTime } from './calendar-time.ts';
import { type Clock, type Clocks, type Reading, utcClock } from './clocks.ts';
import {
  type Component,
  type Property,
  parameterOf,
  propertiesOf,
  textOf,
} from './content-lines.ts';
import { day, minute } from './interval.ts';

// Reads the events and other components of a calendar: when they begin, how long they last, whether they take
// time, and which of several revisions counts.

/** One calendar, with the settings for reading it. */
export interface Context extends Reading {
  clocks: Clocks;
  /** True if the whole calendar is cancelled (RFC 5546 3.2.5). */
  isCancelled: boolean;
  owners: readonly string[];
}

/** A time of a calendar, on a clock. */
export interface Moment {
  wall: number;
  clock: Clock;
  kind: 'date' | 'floating' | 'utc' | 'zoned';
}

/** Returns epoch milliseconds. */
export const instantOf = ({ wall, clock }: Moment): number => clock.instantOf(wall);

/** @returns null if the text is not a time */
export const readMoment = (text: string, zone: string, line: number, { clocks }: Context) => {
  const time = readTime(text);
  if (!time) return null;
  const moment = (kind: Moment['kind'], clock: Clock): Moment => ({ wall: time.wall, kind, clock });
  if (time.isUtc) return moment('utc', utcClock);
  if (time.isDate) return moment('date', clocks.owner);
  return zone === '' ? moment('floating', clocks.floating) : moment('zoned', clocks.of(zone, line));
};

/** Returns all times of a property; only periods have a length. */
export const readMoments = (property: Property, context: Context) => {
  const { name, value, line } = property;
  const zone = parameterOf(property, 'TZID');
  const texts = (value || '?').split(/[,;]|\s+(?=\d{8})/).filter((text) => /[^\s"']/.test(text));
  context.spend(texts.length);
  return texts.flatMap((text) => {
    const [first = '', second] = text.split('/');
    const start = readMoment(first, zone, line, context);
    const end = second === undefined ? null : readMoment(second, zone, line, context);
    const duration = second === undefined ? null : readDuration(second);
    if (!start || (second !== undefined && !end && !duration)) {
      context.report(line, `A time of ${name} cannot be read.`);
    }
    if (!start) return [];
    const length = end ? { wall: 0, exact: instantOf(end) - instantOf(start) } : duration;
    // An end before the start has been cut off, for example after its date.
    return [{ start, length: length && total(length) < 0 ? null : length }];
  });
};

/** Returns the date of a midnight in UTC if Microsoft's property calls it a whole day; other times are unchanged. */
const asWholeDay = (moment: Moment, component: Component, { clocks }: Context): Moment => {
  const isMidnight = moment.kind === 'utc' && moment.wall % day === 0;
  return isMidnight && hasValue(component, 'X-MICROSOFT-CDO-ALLDAYEVENT', /^TRUE$/i)
    ? { ...moment, kind: 'date', clock: clocks.owner }
    : moment;
};

/** Returns the first readable time of a property; raw text of a description can look like one. */
const momentOf = (component: Component, name: string, context: Context): Moment | null => {
  for (const property of propertiesOf(component, name)) {
    const [moment] = readMoments(property, context);
    if (moment) return asWholeDay(moment.start, component, context);
  }
  return null;
};

export const aDay: Length = { wall: day, exact: 0 };
const none: Length = { wall: 0, exact: 0 };
export const total = ({ wall, exact }: Length): number => wall + exact;

/** Returns the whole days of an event that begins on a date: with a part of a day, its time of day is unknown. */
const inDays = (wall: number): Length => ({ wall: Math.ceil(wall / day) * day, exact: 0 });

/** Returns the length from a start to an end. An end without a zone is in the zone of the start. */
const lengthUntil = (end: Moment, start: Moment): Length => {
  const isOnSameClock = end.clock === start.clock || end.kind === 'floating';
  if (!isOnSameClock && start.kind !== 'date') {
    return { wall: 0, exact: instantOf(end) - instantOf(start) };
  }
  const wall = (isOnSameClock ? end.wall : start.clock.wallOf(instantOf(end))) - start.wall;
  return start.kind === 'date' ? inDays(wall) : { wall, exact: 0 };
};

/** Returns the duration of an event, or a day if it cannot be read. */
const lengthOf = (component: Component, start: Moment, context: Context): Length => {
  const lengths = [
    ...propertiesOf(component, 'DURATION').map(({ value }) => {
      const length = readDuration(value);
      // A whole day of 24 hours is a day even when the clock changes.
      return length && start.kind === 'date' ? inDays(total(length)) : length;
    }),
    ...propertiesOf(component, 'DTEND').map((property) => {
      const [end] = readMoments(property, context);
      return end ? lengthUntil(asWholeDay(end.start, component, context), start) : null;
    }),
  ];
  const isClear = lengths.length > 0 || !component.isDamaged;
  if (isClear && lengths.every((length) => length !== null && total(length) === 0)) {
    return start.kind === 'date' ? aDay : none;
  }
  // RFC 5545 3.6.1 forbids DURATION beside DTEND, but Thunderbird writes an empty one.
  const [longest = none] = lengths
    .filter((length) => length !== null)
    .sort((one, other) => total(other) - total(one));
  if (total(longest) > 0) return longest;
  context.report(component.line, 'The end of an event cannot be read: it counts as a day long.');
  return aDay;
};

/** Whether a property has such a value, in any case and with blanks. Several properties of one name must agree. */
export const hasValue = (component: Component, name: string, value: RegExp): boolean => {
  const all = propertiesOf(component, name).map((each) => each.value.replace(/[\s"]/g, ''));
  return all.length > 0 && all.every((each) => value.test(each));
};

const isDeclined = (component: Component, { owners }: Context): boolean => {
  const answers = propertiesOf(component, 'ATTENDEE').flatMap((property) => {
    const addresses = [property.value.replace(/^mailto:/i, ''), parameterOf(property, 'EMAIL')];
    return addresses.some((each) => owners.includes(each.trim().toLowerCase()))
      ? parameterOf(property, 'PARTSTAT').toUpperCase()
      : [];
  });
  return answers.length > 0 && answers.every((each) => each === 'DECLINED');
};

const isFree = (component: Component, context: Context): boolean => {
  if (context.isCancelled || hasValue(component, 'STATUS', /^CANCELL?ED$/i)) return true;
  if (isDeclined(component, context)) return true;
  const microsoft = ['X-MICROSOFT-CDO-BUSYSTATUS', 'X-MICROSOFT-CDO-INTENDEDSTATUS'];
  const known = ['TRANSP', ...microsoft].find((name) => propertiesOf(component, name).length > 0);
  if (known === undefined) return false;
  return hasValue(component, known, known === 'TRANSP' ? /^TRANSPARENT$/i : /^FREE$/i);
};

/** A VEVENT. */
export interface Event {
  component: Component;
  context: Context;
  uid: string;
  /** The number of the revision; NaN if it cannot be read. */
  sequence: number;
  start: Moment | null;
  length: Length;
  /** Milliseconds of travel before the event, a property of Apple's calendar. */
  travel: number;
  isBusy: boolean;
  /** The time of a repeated event that this event replaces, or null. */
  id: Moment | null;
  /** Whether it also changes all later times. */
  andFuture: boolean;
  /** Whether its identity is uncertain, so that it replaces no other event. */
  isDoubtful: boolean;
}

/** Returns a replacement for a start that cannot be read: the whole day of the first readable date. */
const guessStart = (component: Component, { clocks }: Context): Moment | null => {
  const dates = ['DTSTART', 'RECURRENCE-ID', 'DTEND'].flatMap((name) =>
    propertiesOf(component, name).flatMap(
      ({ value }) => value.match(/\d{4}([-/.]?)\d\d\1\d\d/g) ?? [],
    ),
  );
  const [time] = dates.flatMap((date) => readTime(date.replace(/\D/g, '')) ?? []);
  return time ? { wall: time.wall, kind: 'date', clock: clocks.owner } : null;
};

export const readEvent = (component: Component, context: Context): Event => {
  const { report, spend } = context;
  spend(40);
  const isBusy = !isFree(component, context);
  const [idProperty] = propertiesOf(component, 'RECURRENCE-ID');
  const id = momentOf(component, 'RECURRENCE-ID', context);
  const known = momentOf(component, 'DTSTART', context);
  const start = known ?? (isBusy ? guessStart(component, context) : null);
  if (!known && isBusy) {
    const taken = start ? 'the whole day counts as busy' : 'it is left out';
    report(component.line, `The start of an event cannot be read: ${taken}.`);
  }
  const length = start && isBusy ? lengthOf(component, start, context) : aDay;
  const travelText = isBusy ? textOf(component, 'X-APPLE-TRAVEL-DURATION') : null;
  const travel = travelText === null ? none : readDuration(travelText);
  if (!travel) report(component.line, 'A travel time cannot be read: it counts as a day.');
  return {
    component,
    context,
    uid: textOf(component, 'UID') ?? '',
    sequence: Number(textOf(component, 'SEQUENCE') ?? 0),
    start,
    // An event without a known start can be at any time of its day.
    length: known || total(length) > day ? length : aDay,
    travel: total(travel ?? aDay),
    isBusy,
    id,
    andFuture: idProperty ? /^thisandfuture$/i.test(parameterOf(idProperty, 'RANGE')) : false,
    isDoubtful:
      component.isDamaged || (idProperty && !id) || propertiesOf(component, 'UID').length > 1,
  };
};

/**
 * Compares revisions (RFC 5546 2.1.5), and skips unreadable values. Stamps that differ by at most a minute count as
 * equal: some feeds give different events one UID, and stamp each when they write it.
 */
const isNewer = (one: Event, other: Event): boolean => {
  const [first = [], second = []] = [one, other].map(({ sequence, component }) => [
    sequence,
    ...['DTSTAMP', 'LAST-MODIFIED'].map(
      (name) => readTime(textOf(component, name) ?? '')?.wall ?? Number.NaN,
    ),
  ]);
  const differences = first.map((each, index) => each - (second[index] ?? Number.NaN));
  const isClear = (each: number, index: number) => Math.abs(each) > (index > 0 ? minute : 0);
  return (differences.find(isClear) ?? 0) > 0;
};

/** Returns the newest revision of an event, or of one of its times; several if their order is unclear. */
export const newestOf = (events: readonly Event[]): Event[] => {
  const [first, ...others] = events.filter(({ isDoubtful }) => !isDoubtful);
  // Of three or more events, some with the same SEQUENCE are different events: some programs give all of them one UID.
  const sequences = new Set(events.map(({ sequence }) => sequence));
  const areRevisions = events.length === 2 || sequences.size === events.length;
  if (!first || !areRevisions) return [...events];
  const newest = others.reduce((one, other) => (isNewer(other, one) ? other : one), first);
  return events.filter((event) => event.isDoubtful || !isNewer(newest, event));
};
