import { isOneOf } from '#model/vocabulary.ts';

/** The path to which the page posts counts, one per request. Any other address is that of another service. */
export const countPath = '/api/count';

/** Names of the events that are counted; `src/analytics/events.ts` has the label of each. */
export const countedEvents = [
  'page_view',
  'schedule_click',
  'navigation',
  'error',
  'link_click',
  'resource_download',
  'contact_click',
  'consultation_booked',
  'contact_form',
] as const;

export type CountedEvent = (typeof countedEvents)[number];

export interface Counted {
  event: CountedEvent;
  /** Such as `hero:opened`; for a page view, its source. */
  label: string;
}

/** The sources of page views, except the hosts of other sites. */
export const sources = { direct: 'direct', internal: 'internal' } as const;

/** The label that replaces invalid labels, and labels beyond the daily limit. */
export const otherLabel = 'other';

/** Allows the characters of ids, outcomes and hosts, but no spaces, so that no label is a sentence. */
const labelPattern = /^[a-z0-9][a-z0-9._:-]{0,99}$/;

/** Returns the body of a request: event and label, separated by a space. */
export const formatCount = ({ event, label }: Counted): string => `${event} ${label}`;

/** Parses the body of a request. @returns null if it does not begin with an event of the page */
export const parseCount = (text: string): Counted | null => {
  const [event, label = ''] = text.split(' ', 2);
  if (!isOneOf(countedEvents, event)) return null;
  return { event, label: labelPattern.test(label) ? label : otherLabel };
};
