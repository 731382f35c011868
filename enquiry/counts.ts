import { isOneOf } from '#model/vocabulary.ts';

/** The path to which the page posts its counts, one to a request; any other address counts elsewhere. */
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
  /** Such as `hero:opened`; of a page view, its source. */
  label: string;
}

/** Sources of a page view beside the host that led to it. */
export const sources = { direct: 'direct', internal: 'internal' } as const;

/** The label that replaces an invalid one, or one too many of a day. */
export const otherLabel = 'other';

/** The letters of ids, outcomes and hosts, without any that a sentence would need. */
const labelPattern = /^[a-z0-9][a-z0-9._:-]{0,99}$/;

/** The text of a request: event and label, with a space between. */
export const formatCount = ({ event, label }: Counted): string => `${event} ${label}`;

/** @returns null for what is no event of the page's */
export const parseCount = (text: string): Counted | null => {
  const [event, label = ''] = text.split(' ', 2);
  if (!isOneOf(countedEvents, event)) return null;
  return { event, label: labelPattern.test(label) ? label : otherLabel };
};
