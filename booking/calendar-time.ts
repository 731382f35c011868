/** A date, or a time on a clock, as iCalendar (RFC 5545 3.3.4, 3.3.5) and jCal (RFC 7265) write it. */
export interface Time {
  /** What the clock shows, as if it were of UTC, in epoch milliseconds; of a date, its begin. */
  wall: number;
  isDate: boolean;
  isUtc: boolean;
}

const pattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T::|T(\d\d):?(\d\d):?(\d\d))?(Z)?$/;

/** @returns null for what is none, such as the thirtieth of February */
export const readTime = (text: string): Time | null => {
  const [matched, year, month, date, hours, minutes = '00', seconds = '00', zone] =
    pattern.exec(text) ?? [];
  if (matched === undefined) return null;
  const iso = `${year}-${month}-${date}T${hours ?? '00'}:${minutes}:${seconds}.000Z`;
  const wall = Date.parse(iso);
  if (Number.isNaN(wall) || new Date(wall).toISOString() !== iso) return null;
  return { wall, isDate: hours === undefined, isUtc: zone !== undefined };
};
