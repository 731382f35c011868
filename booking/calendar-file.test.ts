import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarEvent, type CalendarFile, calendarFile } from './calendar-file.ts';

const event: CalendarEvent = {
  ...{ uid: 'b7c1@example.com', sequence: 0, isCancelled: false, url: null },
  stampedAt: Date.UTC(2026, 10, 23, 6, 30, 15, 999),
  ...{ start: Date.UTC(2026, 10, 24, 17), minutes: 45 },
  ...{ summary: 'First conversation', description: 'About fraud.' },
  organizer: { name: 'Kim Sample', email: 'kim@example.com' },
  attendee: 'ada@example.com',
};

const plain = { method: 'REQUEST', product: 'Sample Advisory', name: null } as const;
const file = (changes: Partial<CalendarEvent> = {}, others: Partial<CalendarFile> = {}): string =>
  calendarFile({ ...plain, events: [{ ...event, ...changes }], ...others });

test('a booking is written line by line (behavior 9.2)', () => {
  expect(file().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sample Advisory//Booking//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:b7c1@example.com',
    'SEQUENCE:0',
    'DTSTAMP:20261123T063015Z',
    'DTSTART:20261124T170000Z',
    'DTEND:20261124T174500Z',
    'SUMMARY:First conversation',
    'DESCRIPTION:About fraud.',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'ORGANIZER;CN="Kim Sample":mailto:kim@example.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN="ada@e',
    ' xample.com":mailto:ada@example.com',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a feed has its name and all events without attendees, and cancelled ones take no time', () => {
  const changes = { isCancelled: true, attendee: null, url: 'https://example.com/change me?x=“1”' };
  const events = ['a', 'b'].map((uid) => ({ ...event, ...changes, uid }));
  const name = 'Conversations of Kim';
  const lines = file({}, { method: 'PUBLISH', name, events }).split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  const url = 'URL:https://example.com/change%20me?x=%E2%80%9C1%E2%80%9D';
  const state = ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT', url];
  const expected = [`NAME:${name}`, `X-WR-CALNAME:${name}`, ...state];
  expect(lines).toEqual(expect.arrayContaining(expected));
  expect(lines.join()).not.toContain('ATTENDEE');
});

const risky = fc.constantFrom(...'\\;:,"^\r\n\t\u0000\u2028\ud800ab é👩‍🚀=?#%<>@');
/** Arbitrary text from people and attackers. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: risky, maxLength: 60 }),
  fc.constantFrom('a\r\nATTENDEE:mailto:x@example.com', '"\r\nEND:VEVENT', '漢字'.repeat(100)),
);

const escapes = /\\[nN]|\\([\\;,])/g;
const unescaped = (value: string) => value.replace(escapes, (_, character) => character ?? '\n');

test('with any input, lines are short and well-formed, and every value stays in its property', () => {
  fc.assert(
    fc.property(words, words, words, words, (summary, description, name, attendee) => {
      const organizer = { ...event.organizer, name };
      const text = file({ summary, description, organizer, attendee: attendee || 'a' });
      const lines = text.split('\r\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(line).not.toMatch(/[\0-\x08\n-\x1f\x7f]/);
      }
      const unfold = (each: string) => each.replaceAll('\r\n ', '').split('\r\n');
      const namesOf = (each: string) => unfold(each).map((line) => line.split(/[;:]/)[0]);
      const unfolded = unfold(text);
      expect(namesOf(text)).toEqual(namesOf(file()));
      const expected = summary
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
        .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '');
      const line = unfolded.find((each) => each.startsWith('SUMMARY:')) ?? '';
      expect(unescaped(line.slice('SUMMARY:'.length))).toBe(expected);
      const person = (role: string) => unfolded.find((each) => each.startsWith(role));
      expect(person('ORGANIZER')).toMatch(/^ORGANIZER;CN="[^"]*":mailto:kim@example.com$/);
      expect(person('ATTENDEE')).toMatch(/^ATTENDEE;[A-Z=;-]+;CN="[^"]*":mailto:[^\s"<>?#]*$/);
    }),
    { numRuns: 200 },
  );
});
