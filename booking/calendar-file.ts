import { utc } from './calendar-time.ts';
import { minute } from './interval.ts';

// Writes iCalendar files (RFC 5545), for invitations by mail (RFC 5546) and for feeds with a name (RFC 7986).

/** A conversation, as calendars show it. Instants are epoch milliseconds. */
export interface CalendarEvent {
  /** Globally unique, and the same in all messages about one booking. */
  uid: string;
  /** 0 when it is booked, incremented with each change. */
  sequence: number;
  /** The time of the booking or of its last change. */
  stampedAt: number;
  start: number;
  minutes: number;
  isCancelled: boolean;
  summary: string;
  description: string;
  /** The absolute address of a page that changes the booking, or null. */
  url: string | null;
  organizer: { name: string; email: string };
  /** The visitor's address, listed as having accepted; null in a published calendar. */
  attendee: string | null;
}

export interface CalendarFile {
  /** `PUBLISH` in feeds, downloads and mail to the organizer; `REQUEST` and `CANCEL` in mail to the attendee. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** The author of the file, such as the firm. */
  product: string;
  /** The name of a calendar to subscribe to, or null. */
  name: string | null;
  events: readonly CalendarEvent[];
}

const lineOctets = 75;
const encoder = new TextEncoder();

/** Folds a line into pieces of at most 75 octets, never within a character. */
const fold = (line: string): string => {
  let octets = 0;
  return Array.from(line, (character) => {
    const size = encoder.encode(character).length;
    octets += size;
    if (octets <= lineOctets) return character;
    octets = 1 + size;
    return `\r\n ${character}`;
  }).join('');
};

/** Removes all control characters except tabs, which a line may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const withoutControls = (text: string): string => text.replace(/[\0-\x08\n-\x1f\x7f]/g, '');

/** Returns a text with its characters escaped (RFC 5545 3.3.11). */
const text = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .split(/\r\n|\r|\n/)
    .map(withoutControls)
    .join('\\n');

/** Returns a parameter in quotation marks; RFC 6868 has the escape for one within them. */
const parameter = (value: string): string => {
  const line = withoutControls(value.toWellFormed().replace(/\s+/g, ' '));
  return `"${line.replaceAll('^', '^^').replaceAll('"', "^'")}"`;
};

const mailbox = (name: string, email: string): string =>
  `CN=${parameter(name)}:mailto:${encodeURI(email.toWellFormed()).replace(/[?#]/g, encodeURIComponent)}`;

const eventLines = (event: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${text(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.stampedAt)}`,
  `DTSTART:${utc(event.start)}`,
  `DTEND:${utc(event.start + event.minutes * minute)}`,
  `SUMMARY:${text(event.summary)}`,
  `DESCRIPTION:${text(event.description)}`,
  event.url && `URL:${new URL(event.url).href}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  `ORGANIZER;${mailbox(event.organizer.name, event.organizer.email)}`,
  event.attendee &&
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;${mailbox(event.attendee, event.attendee)}`,
  'END:VEVENT',
];

/** A component for calendars without events, because each calendar needs at least one (RFC 5545 3.6). */
const nothingElse =
  `BEGIN:VTIMEZONE TZID:UTC BEGIN:STANDARD DTSTART:19700101T000000 TZOFFSETFROM:+0000
  TZOFFSETTO:+0000 END:STANDARD END:VTIMEZONE`.split(/\s+/);

/**
 * Returns a file of the type `text/calendar; charset=utf-8`; mail adds `; method=` to the type. Values may come
 * from anybody, and cannot break out of their properties.
 */
export const calendarFile = ({ method, product, name, events }: CalendarFile): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(product)}//Booking//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    // Most programs support only the older names, which begin with X-.
    name && `NAME:${text(name)}`,
    name && `X-WR-CALNAME:${text(name)}`,
    name && 'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    name && 'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? nothingElse : events.flatMap(eventLines)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => (line ? `${fold(line)}\r\n` : '')).join('');
};
