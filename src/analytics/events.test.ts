import { expect, test } from 'vitest';
import { countedEvents, parseCount } from '#enquiry/counts.ts';
import { type AnalyticsEvent, labelOf } from './events.ts';

const typedByVisitor = 'Ada Byron, ada@example.com';

const labels: readonly (readonly [AnalyticsEvent, string])[] = [
  [{ name: 'page_view', path: '/', source: 'www.example.com' }, 'www.example.com'],
  [
    { name: 'schedule_click', source: 'service night-watch', outcome: 'opened' },
    'service-night-watch:opened',
  ],
  [{ name: 'navigation', section: 'about', outcome: 'reached' }, 'about:reached'],
  [{ name: 'navigation', section: typedByVisitor, outcome: 'missing' }, 'missing'],
  [
    { name: 'error', type: 'api_error', message: typedByVisitor, context: 'contact_form' },
    'api_error',
  ],
  [
    { name: 'link_click', url: 'https://www.example.com/in/robin?a=b', outcome: 'opened' },
    'www.example.com:opened',
  ],
  [{ name: 'resource_download', resource: 'guide', outcome: 'started' }, 'guide:started'],
  [{ name: 'contact_click', method: 'phone', outcome: 'failed' }, 'phone:failed'],
  [{ name: 'consultation_booked' }, 'booked'],
  [{ name: 'contact_form', outcome: 'sent' }, 'sent'],
];

test.each(labels)('%j is counted as %s, a label that the inbox accepts', (event, label) => {
  expect(labelOf(event)).toBe(label);
  expect(parseCount(`${event.name} ${label}`)).toEqual({ event: event.name, label });
});

test('the labels above cover all counted events', () => {
  expect(new Set(labels.map(([{ name }]) => name))).toEqual(new Set(countedEvents));
});
