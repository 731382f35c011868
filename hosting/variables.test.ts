import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashSource } from '#headers/policy.ts';
import { finishPages } from '#tools/finish-pages.ts';
import { buildRecord, hostingFolder } from './build-record.ts';
import { findLogin } from './delivery.ts';
import { checkEnvironment, findEnvironmentWarnings } from './environment.ts';
import { ConfigError, findSharedFolder, readServerConfig } from './machine/config.ts';
import { readEnvironment } from './read-environment.ts';
import { findIgnoredOnWorkers, variableList, variables, workerVariables } from './variables.ts';
import { findKeptSecrets, withSecrets } from './workers/secrets.ts';
import { hashInlineTexts } from './write-headers.ts';

type Row = readonly [environment: Record<string, string>, message: string];

const notAddress = 'must be a web address (https://…)';
const notPath = 'must be a web address (https://…) or a path on this site (/…)';
const booking = { PUBLIC_BOOKING_URL: 'https://calendly.com/robin' };
const calCom =
  "is Cal.com's, which cannot open over the page: use Calendly, or leave out PUBLIC_BOOKING_WIDGET_URL, and booking opens in a tab";
const calendly = 'https://assets.calendly.com/assets/external/widget.js';

test.each<Row>([
  [{ SITE_URL: 'example.com' }, `SITE_URL ${notAddress}, but is "example.com"`],
  [
    { SITE_URL: 'https://a.example/b' },
    'SITE_URL must be a web address without a path, but is "https://a.example/b"',
  ],
  [{ PUBLIC_FORM_ENDPOINT: 'submit' }, `PUBLIC_FORM_ENDPOINT ${notPath}, but is "submit"`],
  [{ PUBLIC_NEWSLETTER_URL: '//evil' }, `PUBLIC_NEWSLETTER_URL ${notPath}, but is "//evil"`],
  [{ PUBLIC_BOOKING_URL: 'data:x' }, `PUBLIC_BOOKING_URL ${notAddress}, but is "data:x"`],
  [
    { PUBLIC_FORM_ENDPOINT: 'https://forms.example.com' },
    'PUBLIC_FORM_ACCESS_KEY must be set when PUBLIC_FORM_ENDPOINT is another service',
  ],
  [
    { PUBLIC_BOOKING_WIDGET_URL: calendly },
    'PUBLIC_BOOKING_URL must be set when PUBLIC_BOOKING_WIDGET_URL is',
  ],
  [
    { ...booking, PUBLIC_BOOKING_WIDGET_URL: 'https://a.example/embed?file=widget.js' },
    'PUBLIC_BOOKING_WIDGET_URL must be a script (….js) with its style sheet beside it (….css), but is "https://a.example/embed?file=widget.js"',
  ],
  [
    { ...booking, PUBLIC_BOOKING_WIDGET_URL: 'https://app.cal.com/embed/embed.js' },
    `PUBLIC_BOOKING_WIDGET_URL ${calCom}`,
  ],
  [
    { ...booking, PUBLIC_BOOKING_URL_45: 'https://cal.com/r', PUBLIC_BOOKING_WIDGET_URL: calendly },
    `PUBLIC_BOOKING_URL_45 ${calCom}`,
  ],
])('a build refuses %j', (environment, message) => {
  const error = new Error(`The environment has mistakes:\n  - ${message}`);
  expect(() => checkEnvironment(environment)).toThrow(error);
});

test.each([
  {},
  { PUBLIC_BOOKING_URL: '', SITE_URL: ' ' },
  { PUBLIC_FORM_ENDPOINT: 'https://forms.example.com/submit', PUBLIC_FORM_ACCESS_KEY: 'key' },
  { PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/abcdwxyz' },
  { SITE_URL: 'https://firm.com', PUBLIC_FORM_ENDPOINT: 'https://firm.com/api/submit' },
  { ...booking, PUBLIC_BOOKING_WIDGET_URL: `${calendly}?v=2` },
])('a build takes %j', (environment) => {
  expect(() => checkEnvironment(environment)).not.toThrow();
  expect(findEnvironmentWarnings(environment)).toEqual([]);
});

test('a widget of a provider that is not known is a warning', () => {
  const [warning] = findEnvironmentWarnings({ PUBLIC_BOOKING_WIDGET_URL: 'https://a.test/w.js' });
  expect(warning?.message).toBe(
    'PUBLIC_BOOKING_WIDGET_URL is "https://a.test/w.js", of a provider that is not known; the site calls the widget of Calendly, and no other will open',
  );
});

const SMTP_URL = 'smtps://user:secret@mail.example.com:465';
const INBOX_TO = 'owner@example.com';
const INBOX_FROM = 'site@example.com';
const hook = { INBOX_WEBHOOK_URL: 'https://hook.example.com/x' };
const cut =
  'SMTP_URL has a password that cannot be read: in it, write # as %23, / as %2F, ? as %3F and @ as %40';
const noLogin = 'must have no user name or password in its address';
const either = 'SMTP_URL or RESEND_API_KEY must be set when';
const once = 'are both set; set one of them, since each submission is delivered once';

test.each<Row>([
  [{ PORT: '70000' }, 'PORT must be 0 to 65535, but is "70000"'],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT must be 0 (no limit) or more, but is "-1"'],
  [{ RATE_LIMIT: 'many' }, 'RATE_LIMIT must be a number, but is "many"'],
  [
    { TRUSTED_PROXY_HEADER: 'X F' },
    'TRUSTED_PROXY_HEADER must be the name of a header, such as X-Forwarded-For, but is "X F"',
  ],
  [
    { ALLOWED_ORIGINS: 'a.example' },
    'ALLOWED_ORIGINS must be origins with commas between (https://example.com), but is "a.example"',
  ],
  [{ INBOX_TO: 'owner' }, 'INBOX_TO must be an email address, but is "owner"'],
  [{ INBOX_ACKNOWLEDGE: 'ja' }, 'INBOX_ACKNOWLEDGE must be yes or no, but is "ja"'],
  [{ SMTP_URL }, 'INBOX_TO must be set when SMTP_URL is: whom to send mail to'],
  [{ RESEND_API_KEY: 'k' }, 'INBOX_TO must be set when RESEND_API_KEY is: whom to send mail to'],
  [{ INBOX_TO }, `${either} INBOX_TO is: what to send mail with`],
  [
    { INBOX_ACKNOWLEDGE: 'yes', ...hook },
    `${either} INBOX_ACKNOWLEDGE is yes: what to send mail with`,
  ],
  [
    { INBOX_ACKNOWLEDGE: 'yes', RESEND_API_KEY: 'key', INBOX_TO },
    'INBOX_FROM must be set when INBOX_ACKNOWLEDGE is yes: an address of a domain that you have verified with Resend',
  ],
  [{ SMTP_URL, RESEND_API_KEY: 'k', INBOX_TO }, `SMTP_URL and RESEND_API_KEY ${once}`],
  [{ SMTP_URL, INBOX_TO, ...hook }, `SMTP_URL and INBOX_WEBHOOK_URL ${once}`],
  // None of these messages repeats a secret.
  [
    { SMTP_URL: 'https://u:secret@host', INBOX_WEBHOOK_URL: 'secret' },
    `SMTP_URL must be the address of a mail server (smtps://user:password@host:465)\nINBOX_WEBHOOK_URL ${notAddress}`,
  ],
  ...['1#secret', 'secret#1', 'secret?1', 'secret/1', '1/secret', '#secret', 'secret@1'].map(
    (password): Row => [{ SMTP_URL: `smtps://user:${password}@mail.example.com` }, cut],
  ),
  [{ SMTP_URL: 'smtps://robin@firm.com:secret#1@mail.example.com', INBOX_TO }, cut],
  ...['user:secret@', 'secret@', 'user:1#secret@'].map(
    (login): Row => [
      { INBOX_WEBHOOK_URL: `https://${login}a.test/x` },
      `INBOX_WEBHOOK_URL ${noLogin}`,
    ],
  ),
  [{ RESEND_BASE_URL: 'https://u:secret@a.test' }, `RESEND_BASE_URL ${noLogin}`],
  [{ RESEND_BASE_URL: 'https://u:secret/1@host' }, `RESEND_BASE_URL ${notAddress}`],
  [{ CALENDAR_KEY: 'secret' }, 'CALENDAR_KEY must be 20 or more letters and digits'],
])('a server refuses %j', (environment, message) => {
  expect(() => readServerConfig(environment)).toThrow(new ConfigError(message));
});

test('a calendar that cannot be read is named, and not repeated', () => {
  for (const CALENDAR_URLS of ['secret', 'https://a.example/secret.ics, ftp://secret']) {
    expect(() => readServerConfig({ CALENDAR_URLS })).toThrow(/^CALENDAR_URLS must be(?!.*secret)/);
  }
});

const fromSmtp = { service: { by: 'smtp', url: SMTP_URL }, to: INBOX_TO, isAcknowledged: false };
const byResend = {
  service: { by: 'resend', key: 're_x', baseUrl: 'https://api.resend.com' },
  to: INBOX_TO,
};
const RESEND_API_KEY = 're_x';
const calendars = 'webcal://calendar.example/secret.ics, https://other.example/b.ics';

test.each<readonly [Record<string, string>, object]>([
  [{ SMTP_URL, INBOX_TO }, { delivery: { ...fromSmtp, from: INBOX_TO } }],
  [{ SMTP_URL, INBOX_TO, INBOX_FROM }, { delivery: { ...fromSmtp, from: INBOX_FROM } }],
  [hook, { delivery: { webhookUrl: hook.INBOX_WEBHOOK_URL } }],
  [{ RESEND_API_KEY, INBOX_TO }, { delivery: { ...byResend, from: 'onboarding@resend.dev' } }],
  [
    { RESEND_API_KEY, INBOX_TO, INBOX_FROM, INBOX_ACKNOWLEDGE: 'yes' },
    { delivery: { from: INBOX_FROM, isAcknowledged: true } },
  ],
  [
    { CALENDAR_URLS: calendars },
    { calendarUrls: ['https://calendar.example/secret.ics', 'https://other.example/b.ics'] },
  ],
  [booking, { bookingUrl: booking.PUBLIC_BOOKING_URL }],
  [{ PUBLIC_ANALYTICS_ENDPOINT: '/api/count' }, { isCounting: true }],
  [{ PUBLIC_ANALYTICS_ENDPOINT: 'https://plausible.io/api/event' }, { isCounting: false }],
  [
    {
      SITE_URL: 'https://site.example',
      ALLOWED_ORIGINS: 'https://a.example/, http://b.example:8080',
    },
    { allowedOrigins: ['https://a.example', 'http://b.example:8080', 'https://site.example'] },
  ],
  ...[
    'user:1%23ss@a.test',
    'robin@firm.com:x@a.test:465',
    'u:x@a.test:587?greetingTimeout=1',
    'a.test/',
  ].map((rest): [Record<string, string>, object] => [
    { SMTP_URL: `smtp://${rest}`, INBOX_TO },
    { delivery: { service: { url: `smtp://${rest}` } } },
  ]),
])('a server reads %j', (environment, config) => {
  expect(readServerConfig(environment)).toMatchObject(config);
});

test('with nothing set, a server delivers nothing, trusts no proxy and no other site', () => {
  for (const nothing of [undefined, '', ' \t']) {
    const names = Object.keys(variables);
    const environment = Object.fromEntries(names.map((name) => [name, nothing]));
    expect(readServerConfig(environment)).toEqual({
      ...{ port: 4321, host: 'localhost', dataDir: 'data', siteDir: 'dist', delivery: null },
      ...{ rateLimit: 20, trustedProxyHeader: null, isCounting: false, bookingUrl: null },
      ...{ calendarUrls: [], calendarKey: null, siteUrl: null, allowedOrigins: [] },
    });
  }
});

test('a data folder that a network brings is named', () => {
  const sentence = /^DATA_DIR is on a network file system \(NFS\), where submissions can be lost/;
  if (process.platform === 'linux') expect(findSharedFolder('x', () => 0x6969)).toMatch(sentence);
  expect([findSharedFolder(tmpdir()), findSharedFolder('/nowhere')]).toEqual([null, null]);
});

test('Workers get what they read, are told of what they do not, and of a login that they cannot use', () => {
  const all = Object.fromEntries(variableList.map(({ name }) => [name, 'x']));
  const given = Object.keys(workerVariables(all));
  for (const { name, readBy, onWorkers } of variableList) {
    if (!readBy.includes('server') || readBy.includes('build')) continue;
    expect(given.includes(name), name).toBe(onWorkers === undefined);
  }
  expect(workerVariables({ INBOX_TO: ' ', PATH: '/bin' })).toEqual({});
  expect(findIgnoredOnWorkers({ SMTP_URL, PORT: '4321' }).map(({ line }) => line)).toEqual([
    'SMTP_URL is set, and Workers do not read it: mail is sent with RESEND_API_KEY.',
  ]);
  const INBOX_WEBHOOK_URL = 'https://user:secret@hook.example.com';
  expect(findLogin({ INBOX_WEBHOOK_URL })?.message).toBe(`INBOX_WEBHOOK_URL ${noLogin}`);
});

test('wrangler gets secrets in a file that nobody else can read, and that is gone afterwards; those from before are named', async () => {
  const secrets = { RESEND_API_KEY: 're_"secret"', INBOX_TO };
  let file = '';
  const failed = withSecrets(secrets, async (option, path = '') => {
    file = path;
    expect([option, JSON.parse(readFileSync(file, 'utf8'))]).toEqual(['--secrets-file', secrets]);
    expect(statSync(file).mode & 0o077).toBe(0);
    throw new Error('No network');
  });
  await expect(failed).rejects.toThrow('No network');
  expect(existsSync(file)).toBe(false);
  expect(await withSecrets({}, async (...options) => options)).toEqual([]);
  expect(findKeptSecrets({ INBOX_TO }, [{ name: 'INBOX_TO' }, { name: 'OLD' }])).toEqual([
    'OLD is a secret of the Worker from before and not set here; it stays. To take it away: npx wrangler secret delete OLD',
  ]);
});

test('docs/reference/variables.md has a row for each variable, in this order, with its default', () => {
  const rows = readFileSync('docs/reference/variables.md', 'utf8').match(/^\| `[A-Z].*$/gm) ?? [];
  expect(rows.map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(variableList.map(({ name }) => name));
  for (const [n, { default: fallback }] of variableList.entries()) {
    const isNamed =
      rows[n]?.endsWith(`| \`${fallback}\` |`) || /FORM_ENDPOINT|NEWSLETTER/.test(rows[n] ?? '');
    expect(isNamed, rows[n]).toBe(fallback !== undefined);
  }
});

test('the record of a build has what the build reads, no secret, and is not published', () => {
  const environment = Object.fromEntries(variableList.map(({ name }) => [name, `${name} it is`]));
  const read = variableList.filter(
    ({ name, readBy }) => readBy.includes('build') && name !== 'OUT_DIR',
  );
  expect(Object.keys(buildRecord(environment))).toEqual(read.map(({ name }) => name));
  expect(buildRecord({ SITE_URL: ' ' }).SITE_URL).toBe('http://localhost:4321');
  expect(hostingFolder('dist/')).toBe('dist.hosting');
});

const startFolder = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterEach(() => {
  process.chdir(startFolder);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('the environment wins over .env, no other file is read, and mistakes in .env are named without repeating it', () => {
  process.chdir(folder);
  vi.stubEnv('SITE_URL', undefined);
  const read = (text: string) => {
    writeFileSync('.env', text);
    return readEnvironment();
  };
  for (const [name, value] of Object.entries({ PORT: '2', HOST: '', RATE_LIMIT: ' ' }))
    vi.stubEnv(name, value);
  writeFileSync('.env.production', `INBOX_TO=${INBOX_TO}\n`);
  const set = read(
    'PORT=1\nHOST=a\nDATA_DIR="a $HOME"\nRATE_LIMIT=5\nSITE_DIR= \nINBOX_FROM=a@b.c\n',
  );
  expect(set).toMatchObject({ PORT: '2', DATA_DIR: 'a $HOME', INBOX_FROM: 'a@b.c' });
  for (const name of ['HOST', 'RATE_LIMIT', 'SITE_DIR', 'INBOX_TO'])
    expect(set).not.toHaveProperty(name);
  for (const line of [
    'SMTP_URL=smtps://u:secret#1@a.test',
    'export SMTP_URL = smtps://u:1#secret@a.test # x',
  ]) {
    const message = 'SMTP_URL in .env ends at its #, where a comment begins: write # as %23';
    expect(() => read(line)).toThrow(new ConfigError(message));
  }
  const quoted = read('SITE_URL=https://firm.com # robin@firm.com\nSMTP_URL="smtps://u:p#q@h"\n');
  expect(quoted.SITE_URL).toBe('https://firm.com');
  rmSync('.env');
  mkdirSync('.env');
  expect(readEnvironment).toThrow(
    /^The file \S+\.env cannot be read \(EISDIR\)\. It must belong to /,
  );
});

test('a page in a folder of its own is made valid, and let in by the policy', async () => {
  const page = join(folder, 'papers/page.html');
  mkdirSync(join(folder, 'papers'));
  writeFileSync(join(folder, 'index.html'), '<p>Home</p>');
  writeFileSync(page, '<style>p{}</style><script>1;</script><br/>');
  await finishPages(folder);
  expect(readFileSync(page, 'utf8')).toMatch(/<br>$/);
  const hashes = { scriptHashes: [hashSource('1;')], styleHashes: [hashSource('p{}')] };
  expect(await hashInlineTexts(folder)).toEqual(hashes);
});
