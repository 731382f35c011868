import type { Interval } from './interval.ts';

export interface BusyOptions extends Interval {
  /** Whose clock all-day and floating events follow: the owner's. */
  timeZone: string;
}

/** Something in a calendar that could not be read; says nothing that an event says. */
export interface Remark {
  /** Line of the text, from 1. */
  line: number;
  /** A sentence in English, for the owner. */
  message: string;
}

export interface BusyTimes {
  /** Ascending, without overlaps, within the range. */
  busy: Interval[];
  /** At most 20; the last then says how many more there were. */
  remarks: Remark[];
}
