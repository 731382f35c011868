import { expect, test } from 'vitest';
import { busyTimes } from './busy.ts';
import { at, calendar, event, range, read, timeZone, zone } from './fixtures/calendar.ts';

test('a time of the day stays when the clock changes, and the length too', () => {
  const text = calendar(
    ...event(
      'DTSTART;TZID=Europe/Berlin:20200101T090000',
      'DTEND;TZID=Europe/Berlin:20200101T100000',
      'RRULE:FREQ=DAILY',
    ),
  );
  const asked = { start: at('2027-03-27'), end: at('2027-03-29T12:00'), timeZone: 'Europe/Berlin' };
  expect(read(text, asked).busy).toEqual([
    '03-27 09:00–10:00',
    '03-28 09:00–10:00',
    '03-29 09:00–10:00',
  ]);
});

test.each([
  ['20260101T230000', '20260102T070000', '03-27 23:00–03-28 08:00'],
  ['20260101T000000', '20260101T040000', '03-28 00:00–05:00'],
])(
  'a night that is repeated lasts its hours when the clock is set forward (%s)',
  (begin, end, expected) => {
    const text = calendar(
      ...event(
        `DTSTART;TZID=Europe/Berlin:${begin}`,
        `DTEND;TZID=Europe/Berlin:${end}`,
        'RRULE:FREQ=DAILY',
      ),
    );
    const asked = {
      start: at('2027-03-27T12:00'),
      end: at('2027-03-28T12:00'),
      timeZone: 'Europe/Berlin',
    };
    expect(read(text, asked).busy).toContain(expected);
  },
);

test('a calendar’s own zone goes by its own rules, before and after its clocks change', () => {
  const lines = event(
    'DTSTART;TZID=Ours:20260101T090000',
    'DTEND;TZID=Ours:20260101T100000',
    'RRULE:FREQ=DAILY;UNTIL=20261207T230000Z',
  );
  const { busy, remarks } = read(calendar(...lines, ...zone('Ours')), {
    start: Date.UTC(2026, 11, 4),
    end: Date.UTC(2026, 11, 20),
    timeZone: 'UTC',
  });
  // From 6 December on ten hours, not eleven.
  expect(busy).toEqual([
    '12-04 22:00–23:00',
    '12-05 23:00–12-06 00:00',
    '12-06 23:00–12-07 00:00',
    '12-07 23:00–12-08 00:00',
  ]);
  expect(remarks).toEqual([]);
});

test('the times around a change of a calendar’s own clock', () => {
  const once = (local: string) =>
    busyTimes(calendar(...event(`DTSTART;TZID=Ours:${local}`, 'DURATION:PT1M'), ...zone('Ours')), {
      start: 0,
      end: Date.UTC(2030, 0, 1),
      timeZone,
    }).busy.map(({ start }) => new Date(start).toISOString().slice(5, 16));
  // Set back: the first of the two.
  expect(once('20261206T013000')).toEqual(['12-05T14:30']);
  expect(once('20261206T020000')).toEqual(['12-05T16:00']);
  // Set forward: by the offset before (RFC 5545 3.3.5).
  expect(once('20260705T013000')).toEqual(['07-04T15:30']);
  expect(once('20260705T023000')).toEqual(['07-04T16:30']);
  expect(once('20260705T030000')).toEqual(['07-04T16:00']);
});

test('a zone that no longer changes keeps its last offset', () => {
  const ended = zone('Ours').map((line) =>
    line.startsWith('RRULE') ? `${line};UNTIL=20160101T000000Z` : line,
  );
  const lines = event('DTSTART;TZID=Ours:20261124T090000', 'DURATION:PT1H');
  const { busy } = read(calendar(...ended, ...lines), { ...range, timeZone: 'UTC' });
  expect(busy).toEqual(['11-23 23:00–11-24 00:00']);
});

test('remarks are few, and repeat nothing of an event (behavior 9.2)', () => {
  const secret = 'Dentist';
  const lines = event(
    `UID:${secret}`,
    `SUMMARY:${secret}`,
    `DTSTART;TZID=${secret}:${secret}`,
    `DTEND;${secret}:${secret}`,
    `RRULE:FREQ=${secret}`,
    `EXDATE:${secret}`,
  );
  const text = calendar(...Array.from({ length: 50 }, () => lines).flat());
  const { remarks } = busyTimes(text, { ...range, timeZone });
  expect(remarks).toHaveLength(20);
  expect(remarks.at(-1)?.message).toMatch(/^Here and below, \d+ more things could not be read\.$/);
  expect(JSON.stringify(remarks)).not.toContain(secret);
});

test.each([
  '',
  '<!doctype html><html><body>Sign in\r\nBEGIN:VEVENT</body></html>',
  '\0\u{1f600}\ud800',
  'BEGIN:VCALENDAR',
])('“%s” is no calendar', (text) => {
  const result = busyTimes(text, { ...range, timeZone });
  expect(result.busy).toEqual([]);
  expect(result.isWhole).toBe(false);
  expect(result.remarks).not.toEqual([]);
});
