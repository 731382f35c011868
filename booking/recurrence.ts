import { RRuleTemporal } from 'rrule-temporal';
import { utc } from './calendar-time.ts';
import { day, hour, type Interval } from './interval.ts';

// Rules (RFC 5545 3.3.10, RFC 7529) are followed in wall times, as if these were UTC, and converted to instants
// afterwards. A time that a clock shows twice is a time of the rule only once.

/** Rules with more times per day are not expanded. */
const mostPerDay = 96;
const mostPeriods = 10_000;
const longestRule = 1000;

type Parts = ReadonlyMap<string, string>;

const weekday = '(?:SU|MO|TU|WE|TH|FR|SA)';
/** The items of each part. Blanks, quotation marks and backslashes around them are ignored. */
const items: Readonly<Record<string, RegExp>> = {
  FREQ: /(?:SECOND|MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)LY/g,
  UNTIL: /.+/g,
  // The calendars that the library supports.
  RSCALE: /GREGORIAN|CHINESE|HEBREW/g,
  SKIP: /OMIT|BACKWARD|FORWARD/g,
  WKST: new RegExp(weekday, 'g'),
  BYDAY: new RegExp(`(?:[+-]?\\d{1,2})?\\s?${weekday}`, 'g'),
  BYMONTH: /\d+L?/g,
};
const numbered = /^(?:INTERVAL|COUNT|BY(?:MONTHDAY|YEARDAY|WEEKNO|SETPOS|HOUR|MINUTE|SECOND))$/;

/** @returns null if the text contains anything else */
const readParts = (text: string, isOfDates: boolean): Parts | null => {
  const parts = new Map<string, string>();
  // Programs that copy a rule from Google's API write its name again.
  const rule = text.toUpperCase().replace(/^\W*(?:EX|R)RULE\s*:/, '');
  for (const part of rule.split(';')) {
    const [name = '', ...rest] = part.replace(/["'\\]/g, '').split('=');
    // GroupWise writes 255, an unsigned byte, for -1, and Outlook CalDav Synchronizer 0 for no number.
    const value = rest
      .join('=')
      .replace(/\b255(?=[A-Z])/g, '-1')
      .replace(/\b0(?=[A-Z])/g, '');
    if (value.trim() === '' && (rest.length > 0 || part.trim() === '')) continue;
    const key = name.replace(/\s/g, '');
    // RFC 2445 allowed parts of a program's own.
    if (key.startsWith('X-')) continue;
    const item = items[key] ?? (numbered.test(key) ? /[+-]?\d+/g : null);
    const found = item && value.match(item);
    if (!item || !found || /[^\s,]/.test(value.replace(item, ''))) return null;
    // A blank between digits may separate two numbers, or split one.
    if (/\d\s+\d/.test(value)) return null;
    // The library ignores month 0 and day 0.
    if (/^BY.*(?:DAY|MONTH|NO|POS)$/.test(key) && found.includes('0')) return null;
    parts.set(key, found.join(',').replace(/\s/g, ''));
  }
  // Some programs write 0 or -1 for no value.
  for (const name of ['INTERVAL', 'COUNT']) {
    if (!(Number(parts.get(name)) > 0)) parts.delete(name);
  }
  // RFC 5545 forbids these parts. Google and Apple ignore them.
  const frequency = parts.get('FREQ') ?? '';
  if (frequency !== 'YEARLY') parts.delete('BYWEEKNO');
  if (/^(?:DAI|WEEK|MONTH)LY$/.test(frequency)) parts.delete('BYYEARDAY');
  if (frequency === 'WEEKLY') parts.delete('BYMONTHDAY');
  if (isOfDates) for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) parts.delete(name);
  return parts;
};

/** Returns the maximum number of times that a rule can have on one day. */
const timesPerDay = (parts: Parts): number => {
  const level = ['HOURLY', 'MINUTELY', 'SECONDLY'].indexOf(parts.get('FREQ') ?? '');
  const listed = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map(
    (name, index) => parts.get(name)?.split(',').length ?? (index > level ? 1 : index ? 60 : 24),
  );
  const interval = level === -1 ? 1 : Number(parts.get('INTERVAL') ?? 1);
  return listed.reduce((product, each) => product * each) / interval;
};

/** Returns the longest time, in microseconds, that the library took to expand such a rule. */
const workOf = (parts: Parts, length: number): number => {
  if (parts.has('BYWEEKNO') || parts.has('BYYEARDAY')) return 30_000;
  // Each year takes a third of a millisecond.
  if (parts.has('SKIP')) return 300 + length / day;
  const count = Math.min(mostPeriods, Number(parts.get('COUNT') ?? 0));
  const periods: Record<string, number> = { DAILY: day, WEEKLY: 7 * day, MONTHLY: 0, YEARLY: 0 };
  const period = periods[parts.get('FREQ') ?? ''] ?? hour;
  const isSearch = count > 0 && period > 0 && (parts.has('BYMONTH') || parts.has('BYMONTHDAY'));
  return 300 + (isSearch ? 40 * Math.min(mostPeriods, length / period) : 3 * count);
};

/** Rewrites the parts that the library gets wrong (decision 0023), or returns null if that is not possible. */
const rephrase = (parts: Parts, start: number): Map<string, string> | null => {
  const phrased = new Map(parts);
  const part = (name: string): string => parts.get(name) ?? '';
  const [frequency, days, monthDays] = [part('FREQ'), part('BYDAY'), part('BYMONTHDAY')];
  if (frequency === 'YEARLY' && /\d/.test(days)) {
    // Beside numbered days, the library ignores others.
    if (/(?:^|,)[A-Z]/.test(days)) return null;
    // Apple wrote Thanksgiving with a day of the month that contradicts it.
    phrased.delete('BYMONTHDAY');
  }
  if (frequency !== 'MONTHLY' || !monthDays || /^(?:OMIT)?$/.test(part('SKIP'))) return phrased;
  // The library ignores SKIP beside BYMONTHDAY, except in yearly rules.
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (12 % interval > 0 || part('RSCALE') !== 'GREGORIAN' || parts.has('BYSETPOS')) return null;
  const months = Array.from({ length: 12 / interval }, (_, index) =>
    String(((new Date(start).getUTCMonth() + index * interval) % 12) + 1),
  );
  const isNamed = (month: string) =>
    !parts.has('BYMONTH') || part('BYMONTH').split(',').includes(month);
  return phrased
    .set('FREQ', 'YEARLY')
    .set('INTERVAL', '1')
    .set('BYMONTH', months.filter(isNamed).join());
};

/** Returns the times of a daily series within a range. @param spend throws when there is too much work */
export const everyDay = (
  first: number,
  { start, end }: Interval,
  spend: (work: number) => void,
): number[] => {
  const from = first + Math.max(0, Math.ceil((start - first) / day)) * day;
  const length = Math.max(0, Math.floor((end - from) / day) + 1);
  spend(20 * length);
  return Array.from({ length }, (_, index) => from + index * day);
};

/**
 * @param text such as `FREQ=WEEKLY;BYDAY=MO`
 * @param start the first time, on the clock
 * @param isOfDates whether the rule is one of whole days
 * @returns null if the rule cannot be read
 */
export const readRule = (text: string, start: number, isOfDates = false) => {
  const parts = text.length > longestRule ? null : readParts(text, isOfDates);
  const phrased = parts && rephrase(parts, start);
  if (!parts || !phrased) return null;
  phrased.delete('UNTIL');
  const days = [...new Set(phrased.get('BYMONTHDAY')?.split(',').map(Number))].map(String);
  const isSplit = days.length > 1 && /WARD$/.test(phrased.get('SKIP') ?? '');
  if (isSplit && phrased.has('BYSETPOS')) return null;
  const count = isSplit && phrased.get('COUNT');
  if (isSplit) phrased.delete('COUNT');
  // Of several days, the library moves those that a month does not have only if it has none of them.
  const variants = isSplit
    ? days.map((date) => new Map(phrased).set('BYMONTHDAY', date))
    : [phrased];
  try {
    const rules = variants.map(
      (variant) =>
        new RRuleTemporal({
          rruleString: `DTSTART:${utc(start)}\nRRULE:${Array.from(variant, (part) => part.join('=')).join(';')}`,
          maxIterations: mostPeriods,
          cache: false,
        }),
    );
    const isDense = timesPerDay(parts) > mostPerDay;
    return {
      /** UNTIL, unparsed; null if there is none. */
      until: parts.get('UNTIL') ?? null,
      /**
       * Returns the wall times within a range, ascending. The first time of the series is included only if it matches
       * the rule, because COUNT includes it only then. Null if they are too many, or too hard to find.
       * @param spend throws when there is too much work
       */
      within: ({ start: from, end }: Interval, spend: (work: number) => void) => {
        spend(30 * (rules.length - 1));
        if (end < start || end < from) return [];
        if (isDense) return null;
        spend(rules.length * workOf(parts, end - start));
        try {
          const walls = rules.flatMap((rule) =>
            rule
              .between(new Date(count ? start : from), new Date(end), true)
              .map(({ epochMilliseconds }) => epochMilliseconds),
          );
          if (!isSplit) return walls;
          const ascending = Array.from(new Set(walls)).sort((one, other) => one - other);
          return ascending.slice(0, Number(count || walls.length)).filter((wall) => wall >= from);
        } catch {
          return null;
        }
      },
    };
  } catch {
    return null;
  }
};
