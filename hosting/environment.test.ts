import { expect, test } from 'vitest';
import { checkEnvironment, findEnvironmentWarnings } from './environment.ts';

test.each([
  {},
  { PUBLIC_BOOKING_URL: '', SITE_URL: '' },
  { SITE_URL: 'https://example.com', PUBLIC_NEWSLETTER_URL: 'https://news.example.com/embed' },
  { PUBLIC_FORM_ENDPOINT: 'https://forms.example.com/submit', PUBLIC_FORM_ACCESS_KEY: 'key' },
  { PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/abcdwxyz' },
  { SITE_URL: 'https://firm.com', PUBLIC_FORM_ENDPOINT: 'https://firm.com/api/submit' },
  {
    PUBLIC_BOOKING_URL: 'https://booking.example.com/robin',
    PUBLIC_BOOKING_WIDGET_URL: 'https://booking.example.com/external/widget.js?v=2',
  },
])('%j is fine', (environment) => {
  expect(() => checkEnvironment(environment)).not.toThrow();
});

test.each([
  [{ SITE_URL: 'example.com' }, 'SITE_URL must be a web address (https://…), but is "example.com"'],
  [
    { SITE_URL: 'https://example.com/blog' },
    'SITE_URL must be a web address without a path, but is "https://example.com/blog"',
  ],
  [
    { PUBLIC_FORM_ENDPOINT: 'submit' },
    'PUBLIC_FORM_ENDPOINT must be a web address (https://…) or a path on this site (/…), but is "submit"',
  ],
  [
    { PUBLIC_NEWSLETTER_URL: '//evil.example' },
    'PUBLIC_NEWSLETTER_URL must be a web address (https://…) or a path on this site (/…), but is "//evil.example"',
  ],
  [
    { PUBLIC_BOOKING_URL: 'javascript:alert(1)' },
    'PUBLIC_BOOKING_URL must be a web address (https://…), but is "javascript:alert(1)"',
  ],
  [
    { PUBLIC_FORM_ENDPOINT: 'https://forms.example.com' },
    'PUBLIC_FORM_ACCESS_KEY must be set when PUBLIC_FORM_ENDPOINT is another service',
  ],
  [
    { PUBLIC_BOOKING_WIDGET_URL: 'https://booking.example.com/widget.js' },
    'PUBLIC_BOOKING_URL must be set when PUBLIC_BOOKING_WIDGET_URL is',
  ],
  [
    {
      PUBLIC_BOOKING_URL: 'https://booking.example.com/robin',
      PUBLIC_BOOKING_WIDGET_URL: 'https://booking.example.com/embed?file=widget.js',
    },
    'PUBLIC_BOOKING_WIDGET_URL must be a script (….js) with its style sheet beside it (….css), but is "https://booking.example.com/embed?file=widget.js"',
  ],
  [
    {
      PUBLIC_BOOKING_URL: 'https://booking.example.com/robin',
      PUBLIC_BOOKING_WIDGET_URL: 'widget.js',
    },
    'PUBLIC_BOOKING_WIDGET_URL must be a web address (https://…), but is "widget.js"',
  ],
  [
    {
      PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
      PUBLIC_BOOKING_WIDGET_URL: 'https://app.cal.com/embed/embed.js',
    },
    "PUBLIC_BOOKING_WIDGET_URL is Cal.com's, which cannot open over the page: use Calendly, or leave out PUBLIC_BOOKING_WIDGET_URL, and booking opens in a tab",
  ],
  [
    {
      PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
      PUBLIC_BOOKING_URL_45: 'https://cal.com/robin/45min',
      PUBLIC_BOOKING_WIDGET_URL: 'https://assets.calendly.com/assets/external/widget.js',
    },
    "PUBLIC_BOOKING_URL_45 is Cal.com's, which cannot open over the page: use Calendly, or leave out PUBLIC_BOOKING_WIDGET_URL, and booking opens in a tab",
  ],
])('%j is explained', (environment, line) => {
  expect(() => checkEnvironment(environment)).toThrow(
    new Error(`The environment has mistakes:\n  - ${line}`),
  );
});

test.each([
  ['https://assets.calendly.com/assets/external/widget.js', []],
  ['widget.js', []],
  ['', []],
  [
    'https://notcalendly.com/widget.js',
    [
      'PUBLIC_BOOKING_WIDGET_URL is "https://notcalendly.com/widget.js", of a provider that is not known; the site calls the widget of Calendly, and no other will open',
    ],
  ],
])('the widget "%s" is warned of as it should be', (script, lines) => {
  expect(findEnvironmentWarnings({ PUBLIC_BOOKING_WIDGET_URL: script })).toEqual(lines);
});
