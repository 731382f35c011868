import { RRuleTemporal } from 'rrule-temporal';
import { readTime } from './calendar-time.ts';
import { day, type Interval } from './interval.ts';

// A rule (RFC 5545 3.3.10) is followed on a clock of its own without changes, as if it were of UTC; what the
// owner's clock makes of it is asked afterwards. A time that there is twice, it has once.

/** More are not told from time that is busy as a whole. */
const mostPerDay = 96;
const mostPeriods = 10_000;
const longestRule = 1000;

export interface Rule {
  /** On the clock; none begin later. */
  until: number;
  /**
   * Those that begin within a range, on the clock, ascending; the first time only if the rule says it, too,
   * as then it counts. Null: too many, or too hard to find.
   */
  within: (range: Interval) => number[] | null;
}

/** An upper bound. */
const timesPerDay = (parts: ReadonlyMap<string, string>): number => {
  const levels = ['DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'];
  const level = levels.indexOf(parts.get('FREQ') ?? '');
  const interval = level > 0 ? Number(parts.get('INTERVAL') ?? 1) : 1;
  return [24, 60, 60].reduce((times, most, index) => {
    const list = parts.get(['BYHOUR', 'BYMINUTE', 'BYSECOND'][index] ?? '');
    return times * (list?.split(',').length ?? (level > index ? most : 1));
  }, 1 / interval);
};

/**
 * @param text such as `FREQ=WEEKLY;BYDAY=MO`
 * @param start on the clock, the first time
 * @param wallOf what the clock shows at an instant
 * @returns null when it cannot be read
 */
export const readRule = (
  text: string,
  start: number,
  wallOf: (instant: number) => number,
): Rule | null => {
  if (text.length > longestRule) return null;
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => part.split('=').map((word) => word.trim()) as [string, string]),
  );
  const untilText = parts.get('UNTIL');
  parts.delete('UNTIL');
  const last = untilText === undefined ? null : readTime(untilText);
  if (untilText !== undefined && !last) return null;
  let until = Number.POSITIVE_INFINITY;
  if (last) until = last.isUtc ? wallOf(last.wall) : last.wall + (last.isDate ? day - 1 : 0);
  const compact = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+/g, '');
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART:${compact(start)}\nRRULE:${Array.from(parts, (part) => part.join('=')).join(';')}`,
      maxIterations: mostPeriods,
      cache: false,
    });
    const isDense = timesPerDay(parts) > mostPerDay;
    return {
      until,
      within: (range) => {
        const end = Math.min(range.end, until);
        if (end < start || end < range.start) return [];
        if (isDense) return null;
        try {
          return rule
            .between(new Date(range.start), new Date(end), true)
            .map(({ epochMilliseconds }) => epochMilliseconds);
        } catch {
          return null;
        }
      },
    };
  } catch {
    return null;
  }
};
