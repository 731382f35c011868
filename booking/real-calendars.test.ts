import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { busyTimes } from './busy.ts';
import { type Contents, createReader, readCalendars } from './content-lines.ts';
import { day, type Interval } from './interval.ts';
import { zoneByName } from './zone-names.ts';

const readFile = (file: string): string => readFileSync(`booking/fixtures/${file}`, 'utf8');
const wrap = (text: string): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${text.trim()}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');
const range = { start: Date.UTC(2026, 10, 20), end: Date.UTC(2026, 11, 20) };

const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');
/** Formats an interval in UTC, such as `11-24 17:00–18:00`; a day is `11-24`. */
const show = ({ start, end }: Interval): string => {
  const [from = '', to = ''] = [start, end].map((each) => iso(each).slice(5, 16).replace('T', ' '));
  if (start % day === 0 && end - start === day) return from.slice(0, 5);
  return `${from}–${to.slice(0, 5) === from.slice(0, 5) ? to.slice(6) : to}`;
};
const read = (source: string | Contents, options = {}) => {
  const { busy, remarks, isWhole } = busyTimes(source, { ...range, timeZone: 'UTC', ...options });
  const lines = remarks.map(({ line, message }) => `${line}: ${message}`);
  return { busy: busy.map(show), remarks: lines, isWhole };
};

/** A calendar as a program wrote it. Nearly all are from public bug reports. */
interface Case extends Record<'file' | 'symptom' | 'timeZone' | 'start' | 'end', string> {
  /** Intervals of ISO 8601. */
  expected: readonly string[];
  ownerEmail?: string;
}
const cases = JSON.parse(readFile('calendars/expected.json')) as Case[];

test.each(cases)('$file: $symptom', ({ file, start, end, expected, ...options }) => {
  const asked = { ...options, start: Date.parse(start), end: Date.parse(end) };
  const { busy } = busyTimes(readFile(`calendars/${file}`), asked);
  expect(busy.map((each) => `${iso(each.start)}/${iso(each.end)}`)).toEqual(expected);
});

/** Reads a case of the format that the head of the file describes. */
const readShort = (section: string, block: string) => {
  const [title = ''] = block.split('\n', 1);
  const inAll = section.match(/^@ .*/gm) ?? [];
  const after = (sign: string) =>
    [...inAll, ...block.split('\n')].flatMap((line) =>
      line.startsWith(`${sign} `) ? line.slice(2) : [],
    );
  const options = after('@').map((asked) => {
    if (asked.includes('@')) return { ownerEmail: asked };
    const [start, end] = asked.split('–').map((date) => Date.parse(date));
    return start && end ? { start, end } : { timeZone: asked };
  });
  const eventOf = (_: string, sign: string, lines: string, at: number) =>
    `BEGIN:VEVENT\nUID:${sign === '-' ? 'a' : at}\n${lines.replace(/^ {2}/gm, '')}\nEND:VEVENT`;
  const written = block.slice(title.length).replace(/^[@=!].*\n?/gm, '');
  return {
    title: `${section.split('\n', 1)[0]}: ${title}`,
    text: wrap(written.replace(/^([-+]) (.*(?:\n {2}.*)*)/gm, eventOf)),
    options: Object.assign({}, ...options) as object,
    busy: (after('=')[0] ?? '').split(', ').filter(Boolean),
    remarks: after('!'),
  };
};
const sections = readFile('calendars-in-short.txt').split(/^## /m).slice(1);
const short = sections.flatMap((section) => {
  const [intro = '', ...blocks] = section.split(/^# /m);
  return blocks.map((block) => readShort(intro, block));
});

test.each(short)('$title', ({ text, options, busy, remarks }) => {
  expect(read(text, options)).toMatchObject({ busy, remarks });
});

const hourIn = (zone: string, month: number | string = 11): string =>
  wrap(`BEGIN:VEVENT\nDTSTART;TZID=${zone}:2026${month}24T120000\nDURATION:PT1H\nEND:VEVENT`);
const inPieces = (pieces: readonly Uint8Array[]): Contents => {
  const reader = createReader([]);
  for (const piece of pieces) reader.push(piece);
  return reader.end();
};
const aNewYorkHour = hourIn('America/\n New_York');
const anHour = ['11-24 17:00–18:00'];

test.each(['\r\r\n', '\n', '\r', '\r\n\r\n'])('lines end with %j', (lineEnd) => {
  expect(read(aNewYorkHour.replaceAll('\r\n', lineEnd)).busy).toEqual(anHour);
});

test.each<[string, (text: string) => string, boolean]>([
  ['a notice before it', (text) => `<br /><b>Notice</b>: Undefined index\n${text}`, true],
  ['a notice on its first line', (text) => `Deprecated: f() in /x.php on line 3 ${text}`, true],
  ['a byte order mark', (text) => `\uFEFF${text}`, true],
  ['two bytes for each character (UTF-16)', (text) => text.replace(/./gs, '$&\0'), true],
  ['a comment behind it', (text) => `${text.trim()}<!-- cached -->\n<!-- 0.3 s -->`, true],
  ['another calendar behind it', (text) => `${text}${wrap('')}`, true],
  ['no END:VCALENDAR', (text) => text.replace('END:VCALENDAR\r\n', ''), true],
  ['no END:VEVENT', (text) => text.replace('END:VEVENT\r\n', ''), true],
  ['neither', (text) => text.replace(/END:V.*\r\n/g, ''), false],
  ['half of its last line', (text) => text.slice(0, -9), false],
  ['an error in place of its end', (text) => text.replace('END:VCALENDAR', '<html>'), false],
])('a calendar with %s', (_, change, isWhole) => {
  const text = change(aNewYorkHour);
  const contents = inPieces(Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)));
  expect(contents).toEqual(readCalendars(text, []));
  const { remarks, ...times } = read(contents);
  expect(times).toEqual({ busy: anHour, isWhole });
  if (!isWhole) expect(remarks).not.toEqual([]);
});

test('a fold within a character does no harm, because bytes are read, and bytes that are no UTF-8 are Latin-1', () => {
  const text = hourIn('Mitteleurop\u00e4ische Zeit');
  const bytes = Buffer.from(text);
  const within = bytes.indexOf(0xa4);
  const folded = [bytes.subarray(0, within), Buffer.from('\r\n '), bytes.subarray(within)];
  for (const pieces of [folded, [Buffer.from(text, 'latin1')]]) {
    expect(read(inPieces(pieces))).toMatchObject({ busy: ['11-24 11:00–12:00'], remarks: [] });
  }
});

const zoneRows = readFile('zone-names.txt').match(/.+ = .+/g) ?? [];
const zoneNames = zoneRows.map((row) => row.split(' = ') as [string, string]);

test.each(zoneNames)('the time zone %s is that of %s', (written, place) => {
  const year = { start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) };
  for (const name of [written, written.replace(/^\(.*?\) /, ''), `"${written}"`]) {
    for (const month of [11, '07']) {
      const { busy } = read(hourIn(place, month), year);
      expect(read(hourIn(name, month), year), name).toMatchObject({ busy, remarks: [] });
    }
  }
});

const everywhere = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001');
const windowsZones = everywhere.filter(({ windowsName }) => windowsName !== 'UTC');
test.each(windowsZones)('the zone of Windows $windowsName is known', ({ windowsName, iana }) => {
  expect(zoneByName(windowsName, () => {})).toBe(iana[0]);
});

test('remarks are few, and repeat nothing of an event (behavior 9.2)', () => {
  const secret = 'Dentist';
  const lines = `BEGIN:VEVENT\nUID:${secret}\nSUMMARY:${secret}\nDTSTART;TZID=${secret}:${secret}\nDTEND;${secret}:${secret}
RRULE:FREQ=${secret}\nEXDATE:${secret}\nEND:VEVENT\n`;
  const { remarks } = read(wrap(lines.repeat(50)));
  expect(remarks).toHaveLength(20);
  expect(remarks.at(-1)).toMatch(/: Here and below, \d+ more parts could not be read\.$/);
  expect(remarks.join()).not.toContain(secret);
});
