/** Everything the site reports (behavior 7.1). */
export type AnalyticsEvent =
  /** `source` is the host that led here, or one of `sources`; `path` is the page's, without its query. */
  | { name: 'page_view'; path: string; source: string }
  | { name: 'schedule_click'; source: string; outcome: 'opened' | 'blocked' | 'failed' }
  | { name: 'navigation'; section: string; outcome: 'reached' | 'missing' }
  | { name: 'error'; type: string; message: string; context: string }
  | { name: 'link_click'; url: string; outcome: 'opened' | 'blocked' }
  | { name: 'resource_download'; resource: string; outcome: 'started' | 'unknown' | 'failed' }
  | { name: 'contact_click'; method: 'email' | 'phone'; outcome: 'opened' | 'failed' }
  | { name: 'consultation_booked' }
  | { name: 'contact_form'; outcome: 'sent' | 'invalid' | 'failed' };
