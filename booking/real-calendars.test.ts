import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { busyTimes } from './busy.ts';
import { createFilter } from './content-lines.ts';
import { day, type Interval } from './interval.ts';

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
const read = (text: string, timeZone = 'UTC', ownerEmail = '') => {
  const { busy, remarks, isWhole } = busyTimes(text, { ...range, timeZone, ownerEmail });
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
      const asked = after('@');
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
        timeZone: asked.find((each) => !each.includes('@')) ?? common,
        ownerEmail: asked.find((each) => each.includes('@')),
        busy: (after('=')[0] ?? '').split(', ').filter(Boolean),
        remarks: after('!'),
      };
    });
  });
};

test.each(
  readShort(readFile('../calendars-in-short.txt')).map((each) => [each.title, each] as const),
)('%s', (_, { text, timeZone, ownerEmail, busy, remarks }) => {
  const { busy: found, remarks: said } = read(text, timeZone, ownerEmail);
  expect(found).toEqual(busy);
  expect(said).toEqual(remarks);
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

/** RFC 5545 3.3.5: what clocks skip, by the offset before; what they show twice, the first time. */
const aroundChanges = `
a time that they skip|DTSTART;TZID=Europe/Berlin:20270328T023000|DURATION:PT30M|03-28 01:30–02:00
an end that they skip|DTSTART;TZID=Europe/Berlin:20270328T013000|DTEND;TZID=Europe/Berlin:20270328T023000|03-28 00:30–01:30
a begin that they skip, and an end after it|DTSTART;TZID=Europe/Berlin:20270328T023000|DTEND;TZID=Europe/Berlin:20270328T030000|03-28 01:30–02:00
a time that there is twice|DTSTART;TZID=Europe/Berlin:20261025T023000|DURATION:PT30M|10-25 00:30–01:00
a floating time of the owner’s|DTSTART:20261025T023000|DURATION:PT30M|10-25 00:30–01:00
a series over the day|DTSTART;TZID=Europe/Berlin:20270327T023000|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=3|03-27 01:30–02:00, 03-28 01:30–02:00, 03-29 00:30–01:00
exceptions in UTC on both sides|DTSTART;TZID=Europe/Berlin:20270327T093000|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270327T083000Z,20270329T073000Z|03-28 07:30–08:00
UNTIL in UTC after it|DTSTART;TZID=Europe/Berlin:20270327T093000|DURATION:PT30M|RRULE:FREQ=DAILY;UNTIL=20270328T073000Z|03-27 08:30–09:00, 03-28 07:30–08:00`;

test.each(aroundChanges.trim().split('\n'))('where clocks change: %s', (row) => {
  const [, ...lines] = row.split('|');
  const expected = lines.pop()?.split(', ');
  const asked = {
    start: Date.UTC(2026, 9, 1),
    end: Date.UTC(2027, 4, 1),
    timeZone: 'Europe/Berlin',
  };
  expect(busyTimes(wrap(['BEGIN:VEVENT', ...lines, 'END:VEVENT']), asked).busy.map(show)).toEqual(
    expected,
  );
});

/** And the hour of UTC at which it is six there, on 24 November. */
const zoneNames = `
W. Europe Standard Time 3 = 17:00
w. europe standard time = 17:00
W. Europe Daylight Time = 17:00
W. Europe = 17:00
Eastern Time (US & Canada) = 23:00
"Eastern Time (US & Canada)" = 23:00
Pacific Time (US & Canada)\\; Tijuana = 02:00
(UTC-05:00) Eastern Time (US & Canada) = 23:00
(GMT-05.00) Eastern Time (US & Canada) = 23:00
(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna = 17:00
Paris, Madrid = 17:00
(UTC+02:00) Windhoek = 16:00
(UTC-12:00) International Date Line West = 06:00
Mitteleuropäische Zeit = 17:00
heure normale d’Europe centrale = 17:00
Hora estándar oriental = 23:00
中国标准时间 = 10:00
New York = 23:00
sao paulo = 21:00
America/New York = 23:00
america/new_york = 23:00
US/Eastern = 23:00
Asia/Calcutta = 12:30
Etc/GMT+5 = 23:00
EST5EDT = 23:00
/citadel.org/20250101_1/Europe/Berlin = 17:00
/mozilla.org/20050126_1/Europe/Berlin = 17:00
tzone://Microsoft/Utc = 18:00
tzone://Microsoft/W. Europe Standard Time = 17:00
tzone://Microsoft/Utc;VALUE=DATE-TIME = 18:00
GMT-0500 = 23:00
GMT-05:00 = 23:00
UTC+02:00 = 16:00
UTC+2 = 16:00
UTC−5 = 23:00
+0530 = 12:30
UTC = 18:00
Z = 18:00
GMT Standard Time = 18:00
Coordinated Universal Time = 18:00`;

test.each(
  zoneNames
    .trim()
    .split('\n')
    .map((row) => row.split(' = ') as [string, string]),
)('the time zone %s is known', (zone, hour) => {
  const lines = [
    'BEGIN:VEVENT',
    `DTSTART;TZID=${zone}:20261124T180000`,
    'DURATION:PT1M',
    'END:VEVENT',
  ];
  const { busy, remarks } = read(wrap(lines), 'Pacific/Chatham');
  expect(busy[0]?.slice(6, 11)).toBe(hour);
  expect(remarks).toEqual([]);
});

/** As Windows shows them, and a place of the same clock. */
const windowsNames = `
(UTC-12:00) International Date Line West = Etc/GMT+12
(UTC-11:00) Coordinated Universal Time-11 = Etc/GMT+11
(UTC-10:00) Aleutian Islands = America/Adak
(UTC-10:00) Hawaii = Pacific/Honolulu
(UTC-09:30) Marquesas Islands = Pacific/Marquesas
(UTC-09:00) Alaska = America/Anchorage
(UTC-09:00) Coordinated Universal Time-09 = Etc/GMT+9
(UTC-08:00) Baja California = America/Tijuana
(UTC-08:00) Pacific Time (US & Canada) = America/Los_Angeles
(UTC-07:00) Arizona = America/Phoenix
(UTC-07:00) Chihuahua, La Paz, Mazatlan = America/Mazatlan
(UTC-07:00) Mountain Time (US & Canada) = America/Denver
(UTC-07:00) Yukon = America/Whitehorse
(UTC-06:00) Central America = America/Guatemala
(UTC-06:00) Central Time (US & Canada) = America/Chicago
(UTC-06:00) Easter Island = Pacific/Easter
(UTC-06:00) Guadalajara, Mexico City, Monterrey = America/Mexico_City
(UTC-06:00) Saskatchewan = America/Regina
(UTC-05:00) Bogota, Lima, Quito, Rio Branco = America/Bogota
(UTC-05:00) Chetumal = America/Cancun
(UTC-05:00) Eastern Time (US & Canada) = America/New_York
(UTC-05:00) Haiti = America/Port-au-Prince
(UTC-05:00) Havana = America/Havana
(UTC-05:00) Indiana (East) = America/Indianapolis
(UTC-05:00) Turks and Caicos = America/Grand_Turk
(UTC-04:00) Asuncion = America/Asuncion
(UTC-04:00) Atlantic Time (Canada) = America/Halifax
(UTC-04:00) Caracas = America/Caracas
(UTC-04:00) Cuiaba = America/Cuiaba
(UTC-04:00) Georgetown, La Paz, Manaus, San Juan = America/La_Paz
(UTC-04:00) Santiago = America/Santiago
(UTC-03:30) Newfoundland = America/St_Johns
(UTC-03:00) Araguaina = America/Araguaina
(UTC-03:00) Brasilia = America/Sao_Paulo
(UTC-03:00) Cayenne, Fortaleza = America/Cayenne
(UTC-03:00) City of Buenos Aires = America/Buenos_Aires
(UTC-03:00) Greenland = America/Godthab
(UTC-03:00) Montevideo = America/Montevideo
(UTC-03:00) Punta Arenas = America/Punta_Arenas
(UTC-03:00) Saint Pierre and Miquelon = America/Miquelon
(UTC-03:00) Salvador = America/Bahia
(UTC-02:00) Coordinated Universal Time-02 = Etc/GMT+2
(UTC-01:00) Azores = Atlantic/Azores
(UTC-01:00) Cabo Verde Is. = Atlantic/Cape_Verde
(UTC) Coordinated Universal Time = UTC
(UTC+00:00) Dublin, Edinburgh, Lisbon, London = Europe/London
(UTC+00:00) Monrovia, Reykjavik = Atlantic/Reykjavik
(UTC+00:00) Sao Tome = Africa/Sao_Tome
(UTC+01:00) Casablanca = Africa/Casablanca
(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna = Europe/Berlin
(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague = Europe/Budapest
(UTC+01:00) Brussels, Copenhagen, Madrid, Paris = Europe/Paris
(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb = Europe/Warsaw
(UTC+01:00) West Central Africa = Africa/Lagos
(UTC+02:00) Amman = Asia/Amman
(UTC+02:00) Athens, Bucharest = Europe/Bucharest
(UTC+02:00) Beirut = Asia/Beirut
(UTC+02:00) Cairo = Africa/Cairo
(UTC+02:00) Chisinau = Europe/Chisinau
(UTC+02:00) Damascus = Asia/Damascus
(UTC+02:00) Gaza, Hebron = Asia/Hebron
(UTC+02:00) Harare, Pretoria = Africa/Johannesburg
(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius = Europe/Kiev
(UTC+02:00) Jerusalem = Asia/Jerusalem
(UTC+02:00) Juba = Africa/Juba
(UTC+02:00) Kaliningrad = Europe/Kaliningrad
(UTC+02:00) Khartoum = Africa/Khartoum
(UTC+02:00) Tripoli = Africa/Tripoli
(UTC+02:00) Windhoek = Africa/Windhoek
(UTC+03:00) Baghdad = Asia/Baghdad
(UTC+03:00) Istanbul = Europe/Istanbul
(UTC+03:00) Kuwait, Riyadh = Asia/Riyadh
(UTC+03:00) Minsk = Europe/Minsk
(UTC+03:00) Moscow, St. Petersburg = Europe/Moscow
(UTC+03:00) Nairobi = Africa/Nairobi
(UTC+03:30) Tehran = Asia/Tehran
(UTC+04:00) Abu Dhabi, Muscat = Asia/Dubai
(UTC+04:00) Astrakhan, Ulyanovsk = Europe/Astrakhan
(UTC+04:00) Baku = Asia/Baku
(UTC+04:00) Izhevsk, Samara = Europe/Samara
(UTC+04:00) Port Louis = Indian/Mauritius
(UTC+04:00) Saratov = Europe/Saratov
(UTC+04:00) Tbilisi = Asia/Tbilisi
(UTC+04:00) Volgograd = Europe/Volgograd
(UTC+04:00) Yerevan = Asia/Yerevan
(UTC+04:30) Kabul = Asia/Kabul
(UTC+05:00) Ashgabat, Tashkent = Asia/Tashkent
(UTC+05:00) Ekaterinburg = Asia/Yekaterinburg
(UTC+05:00) Islamabad, Karachi = Asia/Karachi
(UTC+05:00) Qyzylorda = Asia/Qyzylorda
(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi = Asia/Calcutta
(UTC+05:30) Sri Jayawardenepura = Asia/Colombo
(UTC+05:45) Kathmandu = Asia/Katmandu
(UTC+06:00) Dhaka = Asia/Dhaka
(UTC+06:00) Omsk = Asia/Omsk
(UTC+06:30) Yangon (Rangoon) = Asia/Rangoon
(UTC+07:00) Bangkok, Hanoi, Jakarta = Asia/Bangkok
(UTC+07:00) Barnaul, Gorno-Altaysk = Asia/Barnaul
(UTC+07:00) Hovd = Asia/Hovd
(UTC+07:00) Krasnoyarsk = Asia/Krasnoyarsk
(UTC+07:00) Novosibirsk = Asia/Novosibirsk
(UTC+07:00) Tomsk = Asia/Tomsk
(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi = Asia/Shanghai
(UTC+08:00) Irkutsk = Asia/Irkutsk
(UTC+08:00) Kuala Lumpur, Singapore = Asia/Singapore
(UTC+08:00) Perth = Australia/Perth
(UTC+08:00) Taipei = Asia/Taipei
(UTC+08:00) Ulaanbaatar = Asia/Ulaanbaatar
(UTC+08:45) Eucla = Australia/Eucla
(UTC+09:00) Chita = Asia/Chita
(UTC+09:00) Osaka, Sapporo, Tokyo = Asia/Tokyo
(UTC+09:00) Pyongyang = Asia/Pyongyang
(UTC+09:00) Seoul = Asia/Seoul
(UTC+09:00) Yakutsk = Asia/Yakutsk
(UTC+09:30) Adelaide = Australia/Adelaide
(UTC+09:30) Darwin = Australia/Darwin
(UTC+10:00) Brisbane = Australia/Brisbane
(UTC+10:00) Canberra, Melbourne, Sydney = Australia/Sydney
(UTC+10:00) Guam, Port Moresby = Pacific/Port_Moresby
(UTC+10:00) Hobart = Australia/Hobart
(UTC+10:00) Vladivostok = Asia/Vladivostok
(UTC+10:30) Lord Howe Island = Australia/Lord_Howe
(UTC+11:00) Bougainville Island = Pacific/Bougainville
(UTC+11:00) Chokurdakh = Asia/Srednekolymsk
(UTC+11:00) Magadan = Asia/Magadan
(UTC+11:00) Norfolk Island = Pacific/Norfolk
(UTC+11:00) Sakhalin = Asia/Sakhalin
(UTC+11:00) Solomon Is., New Caledonia = Pacific/Guadalcanal
(UTC+12:00) Anadyr, Petropavlovsk-Kamchatsky = Asia/Kamchatka
(UTC+12:00) Auckland, Wellington = Pacific/Auckland
(UTC+12:00) Coordinated Universal Time+12 = Etc/GMT-12
(UTC+12:00) Fiji = Pacific/Fiji
(UTC+12:45) Chatham Islands = Pacific/Chatham
(UTC+13:00) Nuku'alofa = Pacific/Tongatapu
(UTC+13:00) Samoa = Pacific/Apia
(UTC+14:00) Kiritimati Island = Pacific/Kiritimati`;

test.each(
  windowsNames
    .trim()
    .split('\n')
    .map((row) => row.split(' = ') as [string, string]),
)('the time zone that Windows shows as %s is known', (shown, place) => {
  const at = (zone: string, month: string) => {
    const lines = [
      'BEGIN:VEVENT',
      `DTSTART;TZID="${zone}":2026${month}15T120000`,
      'DURATION:PT1M',
      'END:VEVENT',
    ];
    const year = { start: Date.UTC(2026, 0), end: Date.UTC(2027, 0), timeZone: 'Pacific/Chatham' };
    return busyTimes(wrap(lines), year);
  };
  for (const name of [shown, shown.replace(/^\(.*?\) /, '')]) {
    for (const month of ['01', '07']) expect(at(name, month), name).toEqual(at(place, month));
  }
});

test('every zone of Windows is known', () => {
  const names = new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName));
  const lines = Array.from(names, (name) => [
    'BEGIN:VEVENT',
    `DTSTART;TZID="${name}":20261124T180000`,
    'DURATION:PT1H',
    'END:VEVENT',
  ]);
  expect(names.size).toBeGreaterThan(130);
  expect(read(wrap(lines.flat())).remarks).toEqual([]);
});
