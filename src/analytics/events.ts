/** The events that the site reports (behavior 7.1). */
export type AnalyticsEvent =
  /** `source` is the referring host, or one of `sources`; `path` is the page's, without its query. */
  | { name: 'page_view'; path: string; source: string }
  | { name: 'schedule_click'; source: string; outcome: 'opened' | 'blocked' | 'failed' }
  | { name: 'navigation'; section: string; outcome: 'reached' | 'missing' }
  | { name: 'error'; type: string; message: string; context: string }
  | { name: 'link_click'; url: string; outcome: 'opened' | 'blocked' }
  | { name: 'resource_download'; resource: string; outcome: 'started' | 'unknown' | 'failed' }
  | { name: 'contact_click'; method: 'email' | 'phone'; outcome: 'opened' | 'failed' }
  | { name: 'consultation_booked' }
  | { name: 'contact_form'; outcome: 'sent' | 'invalid' | 'failed' };

/**
 * Returns the label of an event, which is counted with its name. Labels consist of the site's ids and outcomes,
 * and of hosts. Visitors may have typed a missing section or parts of an error message, so neither is sent.
 */
export const labelOf = (event: AnalyticsEvent): string => {
  switch (event.name) {
    case 'page_view':
      return event.source;
    case 'schedule_click':
      return `${event.source.replaceAll(' ', '-')}:${event.outcome}`;
    case 'navigation':
      return event.outcome === 'missing' ? 'missing' : `${event.section}:reached`;
    case 'error':
      return event.type;
    case 'link_click':
      return `${new URL(event.url).hostname}:${event.outcome}`;
    case 'resource_download':
      return `${event.resource}:${event.outcome}`;
    case 'contact_click':
      return `${event.method}:${event.outcome}`;
    case 'consultation_booked':
      return 'booked';
    case 'contact_form':
      return event.outcome;
  }
};

/** Key of the undelivered events in local storage (behavior 7.2). */
export const failedEventsKey = 'failed_analytics_events';
