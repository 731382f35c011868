import { describe, expect, test } from 'vitest';
import { findLogin } from '../delivery.ts';
import { variables } from '../variables.ts';
import { ConfigError, readServerConfig } from './config.ts';

test('with nothing set it delivers nothing, trusts no proxy and no other site', () => {
  const names = Object.keys(variables);
  for (const nothing of [undefined, '', ' \t']) {
    const environment = Object.fromEntries(names.map((name) => [name, nothing]));
    expect(readServerConfig(environment)).toEqual({
      port: 4321,
      host: 'localhost',
      dataDir: 'data',
      siteDir: 'dist',
      delivery: null,
      rateLimit: 20,
      trustedProxyHeader: null,
      isCounting: false,
      bookingUrl: null,
      calendarUrls: [],
      calendarKey: null,
      siteUrl: null,
      allowedOrigins: [],
    });
  }
});

test('it offers times where no other service does, beside calendars that are named', () => {
  const calendars = 'webcal://calendar.example/secret.ics, https://other.example/b.ics';
  expect(readServerConfig({ CALENDAR_URLS: calendars })).toMatchObject({
    bookingUrl: null,
    calendarUrls: ['https://calendar.example/secret.ics', 'https://other.example/b.ics'],
  });
  const PUBLIC_BOOKING_URL = 'https://calendly.com/robin/30min';
  expect(readServerConfig({ PUBLIC_BOOKING_URL }).bookingUrl).toBe(PUBLIC_BOOKING_URL);
});

test.each([
  [{ CALENDAR_URLS: 'https://calendar.example/secret.ics, ftp://secret' }, 'CALENDAR_URLS'],
  [{ CALENDAR_URLS: 'secret' }, 'CALENDAR_URLS'],
  [{ CALENDAR_KEY: 'secret' }, 'CALENDAR_KEY'],
])('a mistake in %j is named, and not repeated', (environment, name) => {
  expect(() => readServerConfig(environment)).toThrow(new RegExp(`^${name} must be`));
  expect(() => readServerConfig(environment)).not.toThrow(/secret/);
});

test('it counts where the page counts here, and not where another service does', () => {
  const isCounting = (address: string) =>
    readServerConfig({ PUBLIC_ANALYTICS_ENDPOINT: address }).isCounting;
  expect(isCounting('/api/count')).toBe(true);
  expect(isCounting('https://plausible.io/api/event')).toBe(false);
});

describe('delivery', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.com:465';
  const INBOX_TO = 'owner@example.com';

  test('is by mail, from the owner’s own address where no other is given', () => {
    const service = { by: 'smtp', url: SMTP_URL };
    const mail = { service, to: INBOX_TO, isAcknowledged: false };
    expect(readServerConfig({ SMTP_URL, INBOX_TO }).delivery).toEqual({ ...mail, from: INBOX_TO });
    const INBOX_FROM = 'site@example.com';
    expect(readServerConfig({ SMTP_URL, INBOX_TO, INBOX_FROM }).delivery).toEqual({
      ...mail,
      from: INBOX_FROM,
    });
  });

  test('is by webhook', () => {
    const url = 'https://hook.example.com/x';
    expect(readServerConfig({ INBOX_WEBHOOK_URL: url }).delivery).toEqual({ webhookUrl: url });
  });

  test('is by the mail service, from its test sender until there is another', () => {
    const RESEND_API_KEY = 're_secret';
    const service = { by: 'resend', key: RESEND_API_KEY, baseUrl: 'https://api.resend.com' };
    expect(readServerConfig({ RESEND_API_KEY, INBOX_TO }).delivery).toEqual({
      service,
      to: INBOX_TO,
      from: 'onboarding@resend.dev',
      isAcknowledged: false,
    });
    const INBOX_FROM = 'site@example.com';
    const set = { RESEND_API_KEY, INBOX_TO, INBOX_FROM, INBOX_ACKNOWLEDGE: 'yes' };
    expect(readServerConfig(set).delivery).toMatchObject({
      from: INBOX_FROM,
      isAcknowledged: true,
    });
  });

  test.each([
    [{ SMTP_URL }, 'INBOX_TO must be set when SMTP_URL is: whom to send mail to'],
    [
      { RESEND_API_KEY: 'key' },
      'INBOX_TO must be set when RESEND_API_KEY is: whom to send mail to',
    ],
    [
      { INBOX_TO },
      'SMTP_URL or RESEND_API_KEY must be set when INBOX_TO is: what to send mail with',
    ],
    [
      { SMTP_URL, RESEND_API_KEY: 'key', INBOX_TO },
      'SMTP_URL and RESEND_API_KEY are both set; set one of them, since each submission is delivered once',
    ],
    [
      { INBOX_ACKNOWLEDGE: 'yes', INBOX_WEBHOOK_URL: 'https://hook.example.com' },
      'SMTP_URL or RESEND_API_KEY must be set when INBOX_ACKNOWLEDGE is yes: what to send mail with',
    ],
    [
      { INBOX_ACKNOWLEDGE: 'yes', RESEND_API_KEY: 'key', INBOX_TO },
      'INBOX_FROM must be set when INBOX_ACKNOWLEDGE is yes: an address of a domain that you have verified with Resend',
    ],
    [{ INBOX_ACKNOWLEDGE: 'ja' }, 'INBOX_ACKNOWLEDGE must be yes or no, but is "ja"'],
    [
      { SMTP_URL, INBOX_TO, INBOX_WEBHOOK_URL: 'https://hook.example.com' },
      'SMTP_URL and INBOX_WEBHOOK_URL are both set; set one of them, since each submission is delivered once',
    ],
    [{ INBOX_TO: 'owner' }, 'INBOX_TO must be an email address, but is "owner"'],
  ])('that is half set is named: %j', (environment, message) => {
    expect(() => readServerConfig(environment)).toThrow(new ConfigError(message));
  });

  test('has secrets in its addresses, which no message repeats', () => {
    const wrong = { SMTP_URL: 'https://user:secret@host', INBOX_WEBHOOK_URL: 'secret' };
    expect(() => readServerConfig(wrong)).toThrow(
      new ConfigError(
        'SMTP_URL must be the address of a mail server (smtps://user:password@host:465)\n' +
          'INBOX_WEBHOOK_URL must be a web address (https://…)',
      ),
    );
  });
});

const unreadable =
  'SMTP_URL has a password that cannot be read: in it, write # as %23, / as %2F, ? as %3F and @ as %40';
const noLogin = 'must have no user name or password in its address';

test.each([
  ['SMTP_URL', 'smtps://user:1#secret@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://user:secret#1@mail.example.com:465', unreadable],
  ['SMTP_URL', 'smtp://user:secret?1@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://user:secret/1@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://user:1/secret@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://user:#secret@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://user:secret@1@mail.example.com', unreadable],
  ['SMTP_URL', 'smtps://robin@firm.com:secret#1@mail.example.com', unreadable],
  ['INBOX_WEBHOOK_URL', 'https://user:secret@hook.example.com', `INBOX_WEBHOOK_URL ${noLogin}`],
  ['INBOX_WEBHOOK_URL', 'https://secret@hook.example.com/x', `INBOX_WEBHOOK_URL ${noLogin}`],
  ['INBOX_WEBHOOK_URL', 'https://user:1#secret@hook.example.com', `INBOX_WEBHOOK_URL ${noLogin}`],
  ['RESEND_BASE_URL', 'https://user:secret@api.example.com', `RESEND_BASE_URL ${noLogin}`],
])(
  '%s with a login that would not be used is refused, and not repeated: %s',
  (name, address, message) => {
    const INBOX_TO = 'owner@example.com';
    const mail = { SMTP_URL: { INBOX_TO }, RESEND_BASE_URL: { INBOX_TO, RESEND_API_KEY: 'key' } };
    const others = name in mail ? mail[name as keyof typeof mail] : {};
    expect(() => readServerConfig({ ...others, [name]: address })).toThrow(
      new ConfigError(message),
    );
  },
);

test('an address that cannot be read is not repeated where a login may be in it', () => {
  const RESEND_BASE_URL = 'https://user:secret/1@host';
  expect(() => readServerConfig({ RESEND_BASE_URL })).toThrow(
    new ConfigError('RESEND_BASE_URL must be a web address (https://…)'),
  );
});

test('Workers, which get their variables elsewhere, are told the same', () => {
  for (const name of ['INBOX_WEBHOOK_URL', 'RESEND_BASE_URL']) {
    const set = { [name]: 'https://user:secret@hook.example.com' };
    expect(findLogin(set)?.message).toBe(`${name} ${noLogin}`);
  }
});

test.each([
  'smtps://user:1%23ss@mail.example.com',
  'smtps://robin@firm.com:secret@mail.example.com:465',
  'smtp://user:secret@mail.example.com:587?greetingTimeout=1000',
  'smtp://mail.example.com/',
])('%s is a mail server', (SMTP_URL) => {
  const config = readServerConfig({ SMTP_URL, INBOX_TO: 'owner@example.com' });
  expect(config.delivery).toMatchObject({ service: { url: SMTP_URL } });
});

test('the site’s own address and those on the list may send', () => {
  const { allowedOrigins } = readServerConfig({
    SITE_URL: 'https://site.example',
    ALLOWED_ORIGINS: 'https://a.example/, http://b.example:8080',
  });
  expect(allowedOrigins).toEqual([
    'https://a.example',
    'http://b.example:8080',
    'https://site.example',
  ]);
});

test.each([
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT must be 0 (no limit) or more, but is "-1"'],
  [{ RATE_LIMIT: 'many' }, 'RATE_LIMIT must be a number, but is "many"'],
  [
    { TRUSTED_PROXY_HEADER: 'X Forwarded' },
    'TRUSTED_PROXY_HEADER must be the name of a header, such as X-Forwarded-For, but is "X Forwarded"',
  ],
  [
    { ALLOWED_ORIGINS: 'a.example' },
    'ALLOWED_ORIGINS must be origins with commas between (https://example.com), but is "a.example"',
  ],
])('%j is named', (environment, message) => {
  expect(() => readServerConfig(environment)).toThrow(new ConfigError(message));
});
