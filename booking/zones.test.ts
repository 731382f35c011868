import { expect, test } from 'vitest';
import { hour } from './interval.ts';
import {
  dateIn,
  dayIn,
  readTimeZone,
  timeInWords,
  weekInWords,
  zoneGroups,
  zoneLabel,
} from './zones.ts';

const winter = Date.UTC(2026, 10, 24, 17);

test.each([
  ['Europe/London', 'Europe/London'],
  ['europe/berlin', 'Europe/Berlin'],
  // Browsers still use this old name.
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['utc', 'UTC'],
  ['+05:30', null],
  ['Mars/Olympus', null],
  // Intl knows these names, but Temporal does not.
  ['PST', null],
  ['ist', null],
  ['', null],
  ['__proto__', null],
  ['a'.repeat(100_000), null],
])('the zone “%.20s” is read as %s', (name, known) => expect(readTimeZone(name)).toBe(known));

test('an instant is written in the reader’s language and zone, even after a week was written', () => {
  weekInWords('2026-11-24', 'en-US');
  const date = 'Tuesday, November 24, 2026';
  expect(timeInWords(winter, 'UTC', 'en-US')).toMatchObject({ date, offset: 'UTC' });
  const time = expect.stringMatching(/^9:00\sAM$/);
  const pacific = { time, zone: 'Pacific Standard Time', offset: 'UTC−8' };
  const words = timeInWords(winter, 'America/Los_Angeles', 'en-US');
  expect(words).toEqual({ day: '2026-11-24', date, ...pacific });
  const swedish = { date: 'tisdag 24 november 2026', time: '22:45', zone: 'nepalesisk tid' };
  const there = { ...swedish, offset: 'UTC+5:45' };
  expect(timeInWords(winter, 'Asia/Kathmandu', 'sv-SE')).toMatchObject(there);
  expect(timeInWords(winter, 'Pacific/Kiritimati', 'en-GB').date).toMatch(/25 November 2026$/);
});

test('a zone without a name in the language is shown by its offset', () => {
  expect(timeInWords(winter, 'Etc/GMT+5', 'en-US').zone).toBe('UTC−5');
  expect(timeInWords(winter, 'Europe/London', 'en-US').zone).toBe('Greenwich Mean Time');
});

test('dates, times and names are right in all zones, one after another', () => {
  for (const { name } of zoneGroups().flatMap(({ zones }) => zones)) {
    const words = timeInWords(winter, name, 'de');
    const options = { timeZone: name, dateStyle: 'short', timeStyle: 'short' } as const;
    const shown = new Intl.DateTimeFormat('sv', options).format(winter);
    expect(`${words.day} ${words.time}`).toBe(shown);
    expect(words.zone, name).not.toMatch(/^GMT/);
  }
});

test.each([
  ['2026-11-24', 'America/Los_Angeles', 24],
  ['2026-11-01', 'America/Los_Angeles', 25],
  ['2027-03-14', 'America/Los_Angeles', 23],
  ['2027-04-04', 'Australia/Lord_Howe', 24.5],
  // This day begins at one o'clock.
  ['2027-09-05', 'America/Santiago', 23],
  ['2011-12-30', 'Pacific/Apia', 0],
])('the day %s in %s has %f hours', (date, timeZone, hours) => {
  const { start, end } = dayIn(date, timeZone);
  expect((end - start) / hour).toBe(hours);
  const isWithin = [start - 1, start, end - 1, end].map((time) => dateIn(time, timeZone) === date);
  expect(isWithin).toEqual([false, hours > 0, hours > 0, false]);
});

test('the list of zones has each zone once, in groups, by a present name that can be read', () => {
  const zones = zoneGroups().flatMap((group) => group.zones);
  const names = zones.map(({ name }) => name);
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  expect(names.toSorted()).toEqual([...known].toSorted());
  expect(names.filter((name) => readTimeZone(name) !== name)).toEqual([]);
  expect(zones.find(({ name }) => name.endsWith('/Buenos_Aires'))?.label).toMatch(/Buenos Aires$/);
  const labels = zones.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Kolkata', 'Kathmandu', 'Kyiv', 'Yangon']));
  expect(labels.indexOf('Kolkata')).toBeGreaterThan(labels.indexOf('Kabul'));
  // The zone of a computer that Windows calls UTC-08.
  expect(zoneLabel('Etc/GMT+8')).toBe('UTC−8');
});
