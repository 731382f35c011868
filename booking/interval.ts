export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A half-open interval from `start` to `end`, in epoch milliseconds. */
export interface Interval {
  start: number;
  end: number;
}

export const overlap = (one: Interval, other: Interval): boolean =>
  one.start < other.end && other.start < one.end;

/** Returns the same instants as ascending intervals, without overlaps and empty intervals. */
export const merge = (intervals: readonly Interval[]): Interval[] => {
  const merged: Interval[] = [];
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (end <= start) continue;
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
};
