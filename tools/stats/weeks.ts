import { sources } from '#enquiry/counts.ts';
import type { WeekCount } from '#inbox/stores/store.ts';

/** What is counted in a week; null where nobody counts it. */
export interface Week {
  /** Its Monday, such as 2026-01-05, UTC. */
  week: string;
  visits: number | null;
  actions: number | null;
  downloads: number | null;
  enquiries: number | null;
  bookings: number | null;
}

export type Measure = Exclude<keyof Week, 'week'>;

export interface Stats {
  /** Newest first, without a gap. */
  weeks: Week[];
  total: Omit<Week, 'week'>;
  /** Most visits first. */
  sources: { host: string; visits: number }[];
}

/** Whose the form and the booking page are: what reaches the inbox need not be counted. */
export interface Configuration {
  isFormOwn: boolean;
  /** `unknown` for a page that says nothing of what was booked. */
  booking: 'own' | 'counted' | 'unknown';
}

const dayLength = 24 * 60 * 60 * 1000;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The Monday of a date's week, UTC. */
export const mondayOf = (date: Date): string =>
  dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayLength));

const isVisit = ({ event, label }: WeekCount): boolean =>
  event === 'page_view' && label !== sources.internal;

/** What led away from the page to the owner or to somebody else; a blocked tab opens in place of the page. */
const isAction = ({ event, label }: WeekCount): boolean =>
  ['schedule_click', 'contact_click', 'link_click'].includes(event) &&
  /:(?:opened|blocked)$/.test(label);

const isDownload = ({ event, label }: WeekCount): boolean =>
  event === 'resource_download' && label.endsWith(':started');

const isArrived =
  (kind: string) =>
  ({ event, label }: WeekCount): boolean =>
    event === 'submission' && label === kind;

const isSent = ({ event, label }: WeekCount): boolean =>
  event === 'contact_form' && label === 'sent';

const isBooked = ({ event }: WeekCount): boolean => event === 'consultation_booked';

const sumOf = (counts: readonly WeekCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** From the first week with anything in it to that of `now`. */
export const statsOf = (
  counts: readonly WeekCount[],
  now: Date,
  { isFormOwn, booking }: Configuration,
): Stats => {
  const last = mondayOf(now);
  // A clock that was ahead has written weeks that are still to come.
  const known = counts.filter(({ week }) => week <= last);
  const isCounted = known.some(({ event }) => event !== 'submission');
  const ifCounted = (is: (count: WeekCount) => boolean) => (isCounted ? is : null);
  const measures = {
    visits: ifCounted(isVisit),
    actions: ifCounted(isAction),
    downloads: ifCounted(isDownload),
    enquiries: isFormOwn ? isArrived('enquiry') : ifCounted(isSent),
    bookings:
      booking === 'own' ? isArrived('booking') : booking === 'counted' ? ifCounted(isBooked) : null,
  };
  const measure = (part: readonly WeekCount[]): Stats['total'] => {
    const of = (is: ((count: WeekCount) => boolean) | null) => is && sumOf(part.filter(is));
    return {
      visits: of(measures.visits),
      actions: of(measures.actions),
      downloads: of(measures.downloads),
      enquiries: of(measures.enquiries),
      bookings: of(measures.bookings),
    };
  };
  const byWeek = Map.groupBy(known, ({ week }) => week);
  const first = [...byWeek.keys()].toSorted()[0];
  const weeks: Week[] = [];
  for (
    let week = last;
    first !== undefined && week >= first;
    week = dayOf(new Date(Date.parse(week) - 7 * dayLength))
  ) {
    weeks.push({ week, ...measure(byWeek.get(week) ?? []) });
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
