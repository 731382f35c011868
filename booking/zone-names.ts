import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { readOffset } from './calendar-time.ts';
import { once } from './memo.ts';
import { readTimeZone, zonedTime, zoneLabel } from './zones.ts';

// The names that programs and people use for time zones.

/**
 * Returns the zone at the end of a name, as some programs write it, such as
 * `/mozilla.org/20050126_1/Europe/Berlin` or `tzone://Microsoft/Utc`; null if there is none.
 */
export const inDatabase = (name: string): string | null => {
  const parts = name.replaceAll(' ', '_').split('/');
  const zones = [-3, -2, -1].map((from) => readTimeZone(parts.slice(from).join('/')));
  return zones.find((zone) => zone !== null) ?? null;
};

/** Removes case, accents and other variations from a name. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_\s]+/g, ' ')
    .replaceAll('−', '-')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim();

/** Instants at which the northern and the southern hemisphere have standard time. */
const [january, july] = [Date.UTC(2026, 0), Date.UTC(2026, 6)];

const windowsZones = () => WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001');

/** Names that Windows, its older versions, Lotus and Ruby write, but that no package contains. */
const places = `abu dhabi=Asia/Dubai alaska=America/Anchorage baja california=America/Tijuana beijing=Asia/Shanghai
  bern=Europe/Zurich brasilia=America/Sao_Paulo cabo verde=Atlantic/Cape_Verde central america=America/Guatemala
  chetumal=America/Cancun chihuahua, la paz, mazatlan=America/Mazatlan chokurdakh=Asia/Srednekolymsk
  indiana (east)=America/Indianapolis international date line west=Etc/GMT+12
  kamchatka standard time=Asia/Kamchatka mexico standard time=America/Mexico_City
  mid-atlantic standard time=Etc/GMT+2 nuku'alofa=Pacific/Tongatapu
  port louis=Indian/Mauritius salvador=America/Bahia solomon=Pacific/Guadalcanal
  sri jayawardenepura=Asia/Colombo west central africa=Africa/Lagos western/central europe=Europe/Berlin
  hora estandar romance=Europe/Madrid west-europa (standaardtijd)=Europe/Amsterdam
  vasteuropa, normaltid=Europe/Stockholm vest-europa (normaltid)=Europe/Oslo rom, normaltid=Europe/Copenhagen
  ora solare europa occidentale=Europe/Rome srodkowoeuropejski czas stand.=Europe/Warsaw
  stredni evropa (bezny cas)=Europe/Prague hora oficial do brasil=America/Sao_Paulo edt=America/New_York
  cdt=America/Chicago mdt=America/Denver pst=America/Los_Angeles pdt=America/Los_Angeles bst=Europe/London
  cest=Europe/Berlin mez=Europe/Berlin mesz=Europe/Berlin west=Europe/Lisbon eest=Europe/Helsinki jst=Asia/Tokyo
  aest=Australia/Sydney aedt=Australia/Sydney`;

const lastPart = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);

/** Returns zones by their names in the Windows registry, and by cities as Windows, the database and CLDR name them. */
const named = once(() => {
  const zones = new Map<string, string>();
  const add = (name: string, zone = 'UTC'): void => {
    if (!zones.has(plain(name))) zones.set(plain(name), zone);
  };
  for (const { windowsName, iana } of windowsZones()) add(windowsName, iana[0]);
  for (const [, place = '', zone] of places.matchAll(/([^=]+)=(\S+)\s*/g)) add(place, zone);
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    add(lastPart(zone), zone);
    add(zoneLabel(zone), zone);
  }
  for (const { description, alias } of IANA_ALIAS_MAP) {
    add(description.replace(/(?:,| \().*/, ''), alias[0]);
    for (const each of alias) add(lastPart(each), alias[0]);
  }
  return zones;
});

/**
 * Returns zones by CLDR's names, in English as Java writes them, and in languages in which Windows translates them,
 * such as `Mitteleuropäische Zeit`. Collecting them takes some tenths of a second.
 */
const otherLanguages = once(() => {
  const zones = new Map<string, string>();
  for (const language of 'en de fr es it nl pt pl sv ja zh'.split(' ')) {
    for (const timeZone of windowsZones().flatMap(({ iana }) => iana[0] ?? [])) {
      for (const timeZoneName of ['long', 'longGeneric'] as const) {
        const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName });
        for (const instant of [january, july]) {
          const parts = format.formatToParts(instant);
          const name = plain(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
          if (!zones.has(name)) zones.set(name, timeZone);
        }
      }
    }
  }
  return zones;
});

/** `(UTC+01:00) Amsterdam, Berlin`, `(GMT-05.00) Eastern Time (US & Canada)` of Zimbra, `GMT-0500`, `UTC+2`. */
const shownPattern = /^\(?(?:(?:utc|gmt|z)\b(?! [a-z]))? ?([+-]\d\d?(?:[:.]?\d\d)?)?\)? ?(.*)$/;

/**
 * Returns a zone by its name in Windows or in common use.
 * @param warn called if only the zone's offset is known, not the changes of its clocks
 * @returns a zone of the database, or an offset in milliseconds
 */
export const zoneByName = (written: string, warn: () => void): string | number | null => {
  const name = plain(written);
  const [, offsetText = '', shown = ''] = shownPattern.exec(name) ?? [];
  const offset = readOffset(offsetText);
  const stem = shown.replace(/ (?:standard |daylight |summer )?time\b.*$/, '');
  const cities = [shown, stem, ...shown.split(/ ?[,/;()] ?/)].flatMap((city) => [
    city,
    city.replace(/ islands?$| is\.$|^city of /g, ''),
    city.replace(/^saint /, 'st. '),
  ]);
  // Windows' names first: Samoa is a city, too.
  const windows = [name, shown, `${stem} standard time`];
  const names = [...windows.filter((each) => / time|^utc/.test(each)), ...cities];
  const zones = [
    readTimeZone(written.replaceAll(' ', '_')),
    readTimeZone(written.replace('-', '/')),
    ...names.map((each) => named().get(each)),
  ].filter((zone) => zone && readTimeZone(zone)) as string[];
  const isAt = (zone: string): boolean =>
    [january, july].some((at) => zonedTime(at, zone).offsetNanoseconds / 1e6 === offset);
  const zone = zones.find(isAt) ?? zones[0];
  if (zone) return zone;
  const [, isUtc, difference = ''] = /^(coordinated universal time)?([+-]\d\d)?$/.exec(shown) ?? [];
  if (isUtc || (shown === '' && name !== '')) return offset ?? readOffset(difference) ?? 0;
  const other = /[^!-~]/.test(shown) ? otherLanguages().get(shown) : null;
  if (!other && offset !== null) warn();
  return other ?? offset;
};
