import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { busyTimes } from './busy.ts';
import { createFilter } from './content-lines.ts';
import { day, type Interval } from './interval.ts';
import { zoneByName } from './zone-names.ts';

/** A calendar as a program wrote it, nearly all after public bug reports. */
interface Case {
  file: string;
  timeZone: string;
  start: string;
  end: string;
  /** Intervals of ISO 8601. */
  expected: readonly string[];
  symptom: string;
  ownerEmail?: string;
}

const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');

const folder = new URL('./fixtures/calendars/', import.meta.url);
const readFile = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const cases = JSON.parse(readFile('expected.json')) as Case[];

test.each(cases)('$file: $symptom', ({ file, start, end, expected, ...options }) => {
  const range = { start: Date.parse(start), end: Date.parse(end) };
  const { busy } = busyTimes(readFile(file), { ...range, ...options });
  expect(busy.map((each) => `${iso(each.start)}/${iso(each.end)}`)).toEqual(expected);
});

const range = { start: Date.UTC(2026, 10, 20), end: Date.UTC(2026, 11, 20) };
const wrap = (lines: readonly string[], lineEnd = '\r\n'): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join(lineEnd);

/** In UTC, such as `11-24 17:00–18:00`; a day is `11-24`. */
const show = ({ start, end }: Interval): string => {
  const [from = '', to = ''] = [start, end].map((each) => iso(each).slice(5, 16).replace('T', ' '));
  if (start % day === 0 && end - start === day) return from.slice(0, 5);
  return `${from}–${to.slice(0, 5) === from.slice(0, 5) ? to.slice(6) : to}`;
};
const read = (text: string, { timeZone = 'UTC', ownerEmail = '', ...asked } = {}) => {
  const options = { ...range, timeZone, ownerEmail, ...asked };
  const { busy, remarks, isWhole } = busyTimes(text, options);
  return {
    busy: busy.map(show),
    remarks: remarks.map(({ line, message }) => `${line}: ${message}`),
    isWhole,
  };
};

/** As the head of the file says. */
const readShort = (text: string) => {
  const [, ...sections] = text.split(/^## /m);
  return sections.flatMap((section) => {
    const [intro = '', ...all] = section.split(/^# /m);
    const common = intro.match(/(?<=^@ ).*/m)?.[0];
    return all.map((block, number) => {
      const [title = '', ...written] = block.trimEnd().split('\n');
      const after = (sign: string) =>
        written.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2));
      const options = [common ?? 'UTC', ...after('@')].map((asked) => {
        if (asked.includes('@')) return { ownerEmail: asked };
        const [start, end] = asked.split('–').map((date) => Date.parse(date));
        return start && end ? { start, end } : { timeZone: asked };
      });
      const lines: string[] = [];
      let isOpen = false;
      for (const line of written.filter((each) => !/^[@=!]/.test(each))) {
        const isBegin = /^[-+] /.test(line);
        if (isOpen && (isBegin || !line.startsWith('  '))) lines.push('END:VEVENT');
        if (isBegin) lines.push('BEGIN:VEVENT', `UID:${line.startsWith('-') ? 'a' : lines.length}`);
        isOpen = isBegin || (isOpen && line.startsWith('  '));
        lines.push(isOpen ? line.slice(2) : line);
      }
      if (isOpen) lines.push('END:VEVENT');
      return {
        title: `${intro.split('\n', 1)[0]} ${number + 1}: ${title}`,
        text: wrap(lines),
        options: Object.assign({}, ...options) as object,
        busy: (after('=')[0] ?? '').split(', ').filter(Boolean),
        remarks: after('!'),
      };
    });
  });
};

test.each(
  readShort(readFile('../calendars-in-short.txt')).map((each) => [each.title, each] as const),
)('%s', (_, { text, options, busy, remarks }) => {
  expect(read(text, options)).toMatchObject({ busy, remarks });
});

const aNewYorkHour =
  'BEGIN:VEVENT|DTSTART;TZID=America/|  New_York:20261124T120000|DURATION:PT1H|END:VEVENT'.split(
    '|',
  );
const anHour = ['11-24 17:00–18:00'];

test.each([
  ['CR CR LF', '\r\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
  ['an empty line between', '\r\n\r\n'],
])('lines end with %s', (_, lineEnd) => {
  const lines = aNewYorkHour.map((line) => line.replace(/^ {2}/, ' '));
  expect(read(wrap(lines, lineEnd)).busy).toEqual(anHour);
});

test.each<[string, (text: string) => string, boolean]>([
  ['a notice before it', (text) => `<br /><b>Notice</b>: Undefined index\n${text}`, true],
  ['a notice on its first line', (text) => `Deprecated: f() in /x.php on line 3 ${text}`, true],
  ['a byte order mark', (text) => `\uFEFF${text}`, true],
  ['a comment behind it', (text) => `${text.trim()}<!-- cached -->\n<!-- 0.3 s -->`, true],
  ['another calendar behind it', (text) => `${text}${wrap([])}`, true],
  ['no END:VCALENDAR', (text) => text.replace('END:VCALENDAR\r\n', ''), true],
  ['no END:VEVENT', (text) => text.replace('END:VEVENT\r\n', ''), true],
  ['neither', (text) => text.replace(/END:V.*\r\n/g, ''), false],
  ['half of its last line', (text) => text.slice(0, -9), false],
  ['an error in place of its end', (text) => text.replace('END:VCALENDAR', '<html>'), false],
])('a calendar with %s', (_, change, isWhole) => {
  const text = change(wrap(aNewYorkHour.map((line) => line.replace(/^ {2}/, ' '))));
  // Also when it comes in pieces of any length.
  const filter = createFilter([]);
  for (const byte of Buffer.from(text)) filter.push(Uint8Array.of(byte));
  for (const each of [text, filter.end()]) {
    expect(read(each)).toMatchObject({ busy: anHour, isWhole });
    if (!isWhole) expect(read(each).remarks).not.toEqual([]);
  }
});

test('a fold within a character spoils nothing, where bytes are read', () => {
  const zone = 'Mitteleurop\u00e4ische Zeit';
  const bytes = Buffer.from(
    wrap(['BEGIN:VEVENT', `DTSTART;TZID=${zone}:20261124T180000`, 'DURATION:PT1H', 'END:VEVENT']),
  );
  const within = bytes.indexOf(0xa4);
  const filter = createFilter([]);
  filter.push(
    Buffer.concat([bytes.subarray(0, within), Buffer.from('\r\n '), bytes.subarray(within)]),
  );
  expect(read(filter.end())).toMatchObject({ busy: anHour, remarks: [] });
});

const zoneNames = readFile('../zone-names.txt').match(/.+ = .+/g) ?? [];

test.each(zoneNames.map((row) => row.split(' = ') as [string, string]))(
  'the time zone %s is that of %s',
  (written, place) => {
    const readAt = (zone: string, month: string) => {
      const lines = [`DTSTART;TZID=${zone}:2026${month}15T120000`, 'DURATION:PT1M'];
      const year = {
        start: Date.UTC(2026, 0),
        end: Date.UTC(2027, 0),
        timeZone: 'Pacific/Chatham',
      };
      return busyTimes(wrap(['BEGIN:VEVENT', ...lines, 'END:VEVENT']), year);
    };
    for (const name of [written, written.replace(/^\(.*?\) /, ''), `"${written}"`]) {
      for (const month of ['01', '07']) {
        const { busy, remarks } = readAt(name, month);
        expect(busy, name).toEqual(readAt(place, month).busy);
        expect(remarks).toEqual([]);
      }
    }
  },
);

const windowsZones = WINDOWS_TO_IANA_MAP.filter(
  ({ territory, windowsName }) => territory === '001' && windowsName !== 'UTC',
);
test.each(windowsZones)('the zone of Windows $windowsName is known', ({ windowsName, iana }) => {
  expect(zoneByName(windowsName, () => {})).toBe(iana[0]);
});

test('remarks are few, and repeat nothing of an event (behavior 9.2)', () => {
  const secret = 'Dentist';
  const lines = [
    'BEGIN:VEVENT',
    ...['UID:', 'SUMMARY:', `DTSTART;TZID=${secret}:`, `DTEND;${secret}:`].map((s) => s + secret),
    ...['RRULE:FREQ=', 'EXDATE:'].map((start) => start + secret),
    'END:VEVENT',
  ];
  const { remarks } = read(wrap(Array.from({ length: 50 }, () => lines).flat()));
  expect(remarks).toHaveLength(20);
  expect(remarks.at(-1)).toMatch(/: Here and below, \d+ more things could not be read\.$/);
  expect(remarks.join()).not.toContain(secret);
});

test.each([
  '',
  '<!doctype html><p>Sign in\r\nBEGIN:VEVENT</p>',
  '\0\u{1f600}\ud800',
  'BEGIN:VCALENDAR',
])('“%s” is no calendar', (text) => {
  const { busy, remarks, isWhole } = read(text);
  expect({ busy, isWhole }).toEqual({ busy: [], isWhole: false });
  expect(remarks).not.toEqual([]);
});
