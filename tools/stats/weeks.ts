import { sources } from '#enquiry/counts.ts';
import type { WeekCount } from '#inbox/stores/store.ts';

type Counts = (count: WeekCount) => boolean;

const isEvent =
  (event: WeekCount['event'], pattern = /^/): Counts =>
  (count) =>
    count.event === event && pattern.test(count.label);

const isVisit: Counts = (count) => count.event === 'page_view' && count.label !== sources.internal;

/** What led away from the page to the owner or to somebody else; a blocked tab opens in place of the page. */
const isAction: Counts = ({ event, label }) =>
  /^(?:schedule|contact|link)_click$/.test(event) && /:(?:opened|blocked)$/.test(label);

export const headings = ['Visits', 'Actions', 'Downloads', 'Enquiries', 'Bookings'] as const;

/** By heading; null where nobody counts it. */
export type Numbers = readonly (number | null)[];

export interface Stats {
  /** Newest first, without a gap; `week` is a Monday, such as 2026-01-05, UTC. */
  weeks: { week: string; numbers: Numbers }[];
  total: Numbers;
  /** Most visits first. */
  sources: { host: string; visits: number }[];
}

const dayLength = 24 * 60 * 60 * 1000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the Monday of a date's week, UTC. */
export const mondayOf = (date: Date): string =>
  dayOf(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayLength);

const sumOf = (counts: readonly WeekCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns what is in the weeks from the first with anything in it to that of `now`.
 * @param isOwn what is the site's own: what reaches the inbox need not be counted
 */
export const statsOf = (
  counts: readonly WeekCount[],
  now: Date,
  isOwn: { form: boolean; booking: boolean },
): Stats => {
  const last = mondayOf(now);
  // A clock that was ahead has written weeks that are still to come.
  const known = counts.filter(({ week }) => week <= last);
  const isCounted = known.some(({ event }) => event !== 'submission');
  const ifCounted = (is: Counts): Counts | null => (isCounted ? is : null);
  const isReported = isEvent('consultation_booked');
  const measures = [
    ifCounted(isVisit),
    ifCounted(isAction),
    ifCounted(isEvent('resource_download', /:started$/)),
    isOwn.form ? isEvent('submission', /^enquiry$/) : ifCounted(isEvent('contact_form', /^sent$/)),
    isOwn.booking ? isEvent('submission', /^booking$/) : known.some(isReported) ? isReported : null,
  ];
  const measure = (part: readonly WeekCount[]): Numbers =>
    measures.map((is) => is && sumOf(part.filter(is)));
  const byWeek = Map.groupBy(known, ({ week }) => week);
  const first = [...byWeek.keys()].toSorted()[0] ?? '9999';
  const weeks: Stats['weeks'] = [];
  for (let week = last; week >= first; week = dayOf(Date.parse(week) - 7 * dayLength)) {
    weeks.push({ week, numbers: measure(byWeek.get(week) ?? []) });
  }
  const byHost = Map.groupBy(known.filter(isVisit), ({ label }) => label);
  return {
    weeks,
    total: measure(known),
    sources: [...byHost]
      .map(([host, visits]) => ({ host, visits: sumOf(visits) }))
      .toSorted((one, other) => other.visits - one.visits || (one.host < other.host ? -1 : 1)),
  };
};
