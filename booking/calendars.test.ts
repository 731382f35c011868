import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IsOwn } from './busy.ts';
import { isPublic } from './calendar-fetch.ts';
import {
  type CalendarCache,
  type CalendarOptions,
  type Calendars,
  createCalendars,
  readCalendarAddresses,
  type StoredCalendar,
} from './calendars.ts';
import { day, hour, type Interval, minute } from './interval.ts';

const secret = '/private-3f9a/basic.ics?token=hush';
const begin = Date.UTC(2026, 10, 23, 12);

const calendarOf = (...starts: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...starts.flatMap((start) => [
      'BEGIN:VEVENT',
      `DTSTAMP:${new Date().toISOString()}`,
      `DTSTART:${start}`,
      'DURATION:PT1H',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const ten = { start: Date.UTC(2026, 10, 24, 10), end: Date.UTC(2026, 10, 24, 11) };
const atTen = calendarOf('20261124T100000Z');
const noon = { start: Date.UTC(2026, 10, 24, 12), end: Date.UTC(2026, 10, 24, 13) };
const atNoon = calendarOf('20261124T120000Z');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let requests: IncomingMessage[];
let now: number;
let reports: string[];
let origin: string;
let close: () => Promise<void>;

beforeEach(async () => {
  now = begin;
  requests = [];
  reports = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(async () => {
  await close();
  expect(reports.join()).not.toMatch(/private|hush|3f9a|:\/\//);
});

const say =
  (text: string, headers: Record<string, string> = {}, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(text);
  };

const create = (options: Partial<CalendarOptions> = {}) =>
  createCalendars({
    addresses: [`${origin}${secret}`],
    horizon: 42,
    timeZone: 'Europe/Berlin',
    now: () => now,
    report: (message) => reports.push(message.replace(/:\d+\)/, ')')),
    ...options,
  });

const createCache = () => {
  const kept = new Map<string, string>();
  const cache: CalendarCache = {
    read: async (key) => JSON.parse(kept.get(key) ?? 'null') as StoredCalendar | null,
    write: async (key, value) => void kept.set(key, JSON.stringify(value)),
    keepOnly: async (keys) => {
      for (const key of kept.keys()) if (!keys.includes(key)) kept.delete(key);
    },
  };
  return { kept, cache };
};

test('a calendar is fetched when somebody asks, and not again for five minutes (behavior 8.1, 9.2)', async () => {
  answer = say(atTen);
  const calendars = create();
  expect(requests).toHaveLength(0);
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'fresh', since: begin });
  now += 5 * minute - 1;
  await calendars.refresh();
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'fresh', since: begin });
  expect(requests).toHaveLength(1);
  now += 1;
  await calendars.refresh();
  expect(requests).toHaveLength(2);
  expect((await calendars.busy()).since).toBe(begin + 5 * minute);
});

test('a visitor gets what was read before, however old it is, and reads nothing', async () => {
  answer = say(atTen);
  const calendars = create();
  await calendars.busy();
  answer = say(atNoon);
  now += 20 * hour;
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'stale', since: begin });
  expect(requests).toHaveLength(1);
  await calendars.refresh();
  expect(await calendars.busy()).toEqual({ busy: [noon], state: 'fresh', since: now });
});

test('without a copy, who comes waits briefly for a calendar that says nothing', async () => {
  answer = () => {};
  expect((await create({ patience: 50, timeLimit: 10 * minute }).busy()).state).toBe('missing');
});

test('all who come while a calendar says nothing wait together, and nobody after that', async () => {
  answer = () => {};
  // Each would wait for longer than the test may take.
  const calendars = create({ patience: 10 * minute, timeLimit: 10 * minute });
  const first = calendars.busy();
  await expect.poll(() => requests).toHaveLength(1);
  now += 10 * minute;
  expect((await calendars.busy()).state).toBe('missing');
  await close();
  expect((await first).state).toBe('missing');
  now += 2 * minute;
  expect((await calendars.busy()).state).toBe('missing');
});

test('nobody waits for a calendar that has failed', async () => {
  answer = say('', {}, 503);
  const { cache } = createCache();
  await create({ cache }).busy();
  now += 2 * minute;
  expect((await create({ cache, patience: 10 * minute }).busy()).state).toBe('missing');
  expect(requests).toHaveLength(1);
});

test('nobody tries again to read what a program did not survive', async () => {
  answer = say(atTen);
  const { cache, kept } = createCache();
  let keptBefore = new Map<string, string>();
  const ownTimes = async () => {
    keptBefore = new Map(kept);
    return () => false;
  };
  await create({ cache, ownTimes }).busy();
  for (const [key, value] of keptBefore) kept.set(key, value);
  expect((await create({ cache }).busy()).state).toBe('missing');
  expect(requests).toHaveLength(1);
  expect(reports).toEqual([]);
});

test('what a calendar says counts from when it was asked', async () => {
  answer = (request, response) => {
    now += minute;
    say(atTen)(request, response);
  };
  const calendars = create();
  expect((await calendars.busy()).since).toBe(begin);
  now += 4 * minute;
  await calendars.refresh();
  expect(requests).toHaveLength(2);
});

describe.each([
  ['the same program', (calendars: Calendars) => calendars],
  ['the next', (_: Calendars, cache: CalendarCache) => create({ cache })],
])('when a clock that was ahead is set back, in %s', (_, inThen) => {
  test('a calendar is fetched anew as a whole', async () => {
    const { cache } = createCache();
    answer = say(atTen, { ETag: '"v1"' });
    now = begin + 365 * day;
    const ahead = create({ cache });
    await ahead.busy();
    now = begin;
    const state = { busy: [ten], state: 'fresh', since: begin };
    expect(await inThen(ahead, cache).busy()).toEqual(state);
    expect(requests[1]?.headers).not.toHaveProperty('if-none-match');
  });

  test('one that fails is tried again, and that is said', async () => {
    const { cache } = createCache();
    answer = say('', {}, 500);
    now = begin + 365 * day;
    const ahead = create({ cache });
    await ahead.busy();
    now = begin;
    await inThen(ahead, cache).refresh();
    const told = 'Calendar 1 (127.0.0.1) answered 500. Nothing of it is known.';
    expect(reports).toEqual([told, told]);
  });
});

test('what another instance has read a moment ahead counts', async () => {
  const { cache } = createCache();
  answer = say(atTen);
  await create({ cache }).busy();
  now -= 1000;
  expect((await create({ cache }).busy()).busy).toEqual([ten]);
  expect(requests).toHaveLength(1);
});

test('what was kept of a calendar that is no longer named is erased when the others are fetched', async () => {
  answer = say(atTen);
  const { cache, kept } = createCache();
  const addresses = [`${origin}/a`, `${origin}/b`];
  await create({ cache, addresses }).refresh();
  expect(kept.size).toBe(2);
  await create({ cache, addresses: addresses.slice(1) }).refresh();
  expect(kept.size).toBe(1);
  await create({ cache, addresses: [] }).refresh();
  expect(kept.size).toBe(0);
});

test('when the program ends, so does a fetch, and nothing is said of it', async () => {
  const stopping = new AbortController();
  answer = () => stopping.abort();
  const { cache, kept } = createCache();
  await create({ cache, signal: stopping.signal }).refresh();
  expect(reports).toEqual([]);
  expect(kept.size).toBe(0);
});

test('a hundred who ask at once share one fetch', async () => {
  answer = (request, response) => setTimeout(() => say(atTen)(request, response), 50);
  const calendars = create();
  const all = await Promise.all(Array.from({ length: 100 }, () => calendars.busy()));
  expect(requests).toHaveLength(1);
  expect(new Set(all.map((each) => JSON.stringify(each.busy)))).toEqual(
    new Set([JSON.stringify([ten])]),
  );
});

test('several calendars make one', async () => {
  answer = (request, response) => say(request.url === '/a' ? atTen : atNoon)(request, response);
  const calendars = create({ addresses: [`${origin}/a`, `${origin}/b`] });
  expect((await calendars.busy()).busy).toEqual([ten, noon]);
});

test('without a calendar, all is free and fresh', async () => {
  expect(await create({ addresses: [] }).busy()).toEqual({ busy: [], state: 'fresh', since: null });
});

test('a server is told what is there already, and may say that nothing changed', async () => {
  answer = say(atTen, { ETag: '"v1"', 'Last-Modified': 'Mon, 23 Nov 2026 10:00:00 GMT' });
  const calendars = create();
  await calendars.busy();
  expect(requests[0]?.headers).not.toHaveProperty('if-none-match');
  expect(requests[0]?.headers).toMatchObject({ accept: 'text/calendar' });
  answer = say('', {}, 304);
  now += 6 * minute;
  await calendars.refresh();
  expect(requests[1]?.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Mon, 23 Nov 2026 10:00:00 GMT',
  });
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'fresh', since: now });
});

test('what was not looked at yet is fetched anew, although nothing changed', async () => {
  const far = begin + (42 + 13) * day;
  const written = new Date(far).toISOString().replace(/[-:]|\.\d+/g, '');
  const farther = new Date(far + 5 * day).toISOString().replace(/[-:]|\.\d+/g, '');
  answer = (request, response) =>
    request.headers['if-none-match']
      ? say('', {}, 304)(request, response)
      : say(calendarOf(written, farther), { ETag: '"v1"' })(request, response);
  const calendars = create();
  expect((await calendars.busy()).busy).toEqual([{ start: far, end: far + hour }]);
  now += 14 * day;
  await calendars.refresh();
  expect((await calendars.busy()).busy).toEqual([
    { start: far, end: far + hour },
    { start: far + 5 * day, end: far + 5 * day + hour },
  ]);
});

test('a server that says unasked that nothing changed has failed', async () => {
  answer = say('', {}, 304);
  expect((await create().busy()).state).toBe('missing');
  expect(reports).toEqual(['Calendar 1 (127.0.0.1) answered 304. Nothing of it is known.']);
});

test('the last good copy serves while a calendar cannot be had, and the owner is told once a day (behavior 9.2)', async () => {
  answer = say(atTen);
  const calendars = create();
  await calendars.busy();
  answer = say('Gone', {}, 500);
  now += 6 * minute;
  await calendars.refresh();
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'stale', since: begin });
  const told =
    'Calendar 1 (127.0.0.1) answered 500. Its copy of 2026-11-23T12:00:00.000Z still counts.';
  expect(reports).toEqual([told]);

  // Tried again after a minute, not sooner, and nobody waits.
  await calendars.refresh();
  expect(requests).toHaveLength(2);
  now += minute;
  await calendars.refresh();
  expect(requests).toHaveLength(3);
  expect(reports).toHaveLength(1);
  now += day;
  await calendars.refresh();
  expect(reports).toEqual([told, told]);
  expect((await calendars.busy()).since).toBe(begin);

  answer = say(atNoon);
  now += minute;
  await calendars.refresh();
  expect(await calendars.busy()).toEqual({ busy: [noon], state: 'fresh', since: now });
  expect(reports.at(-1)).toBe('Calendar 1 (127.0.0.1) can be read again.');
});

test('one of two calendars that was never read is missing, and the other counts', async () => {
  answer = (request, response) => {
    if (request.url === '/a') say(atTen)(request, response);
    else say('', {}, 404)(request, response);
  };
  const calendars = create({ addresses: [`${origin}/a`, `${origin}/b`] });
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'missing', since: null });
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'missing', since: null });
  expect(requests).toHaveLength(2);
  expect(reports).toEqual(['Calendar 2 (127.0.0.1) answered 404. Nothing of it is known.']);
});

test.each<[string, Answer, RegExp]>([
  [
    'a page',
    say('<!doctype html><title>Sign in</title>'),
    /answered with something that is no calendar/,
  ],
  ['half of a calendar', say(atTen.slice(0, -20)), /no calendar, or not all of one/],
  ['nothing', say(''), /no calendar/],
  ['a refusal', say('', {}, 403), /answered 403/],
  ['a redirect to nowhere', say('', {}, 302), /answered 302/],
  ['a broken line', (request) => request.socket.destroy(), /cannot be reached/],
  [
    'a loop of redirects',
    (request, response) => say('', { Location: request.url ?? '' }, 302)(request, response),
    /leads on to other addresses more than 5 times/,
  ],
  [
    'a redirect to an address that is not https',
    say('', { Location: 'http://example.com/hush' }, 301),
    /leads on to an address that is not https/,
  ],
  ['a redirect to a file', say('', { Location: 'file:///etc/hush' }, 301), /is not https/],
  ['a redirect that is none', say('', { Location: 'https://' }, 301), /is not https/],
])('%s is no calendar: the last copy serves, and it is said', async (_, wrong, message) => {
  answer = say(atTen);
  const calendars = create();
  await calendars.busy();
  answer = wrong;
  now += 6 * minute;
  await calendars.refresh();
  expect(await calendars.busy()).toEqual({ busy: [ten], state: 'stale', since: begin });
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(message);
});

test.each<[string, Answer]>([
  ['says nothing', () => {}],
  ['drips', (_, response) => void response.write('BEGIN:VCALENDAR\r\n')],
])('a server that %s is not waited for any longer', async (_, slow) => {
  answer = slow;
  expect((await create({ timeLimit: 300 }).busy()).state).toBe('missing');
  expect(reports).toEqual([
    'Calendar 1 (127.0.0.1) did not answer within 0.3 s. Nothing of it is known.',
  ]);
});

test('five redirects are followed', async () => {
  answer = (request, response) => {
    const count = Number(request.url?.slice(1));
    if (count < 5) say('', { Location: `/${count + 1}` }, 307)(request, response);
    else say(atTen)(request, response);
  };
  expect((await create({ addresses: [`${origin}/0`] }).busy()).busy).toEqual([ten]);
  expect((await create({ addresses: [`${origin}/-1`] }).busy()).state).toBe('missing');
  expect(reports).toHaveLength(1);
});

/** The registries of IANA for special purposes, and what is not yet assigned. */
const special = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0.0.0.0/96 ::ffff:0:0:0/96 64:ff9b::/96
  64:ff9b:1::/48 100::/64 100:0:0:1::/64 200::/7 400::/6 2001::/23 2001:2::/48 2001:3::/32 2001:4:112::/48
  2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 4000::/2 5f00::/16
  fc00::/7 fe80::/10 fec0::/10 ff00::/8`;

test.each(special.split(/\s+/))('no address of %s is one of the internet', (network) => {
  const [address, bits] = ipaddr.parseCIDR(network);
  const first = address.toByteArray();
  const last = first.map(
    (byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - 8 * index))),
  );
  for (const bytes of [first, last]) {
    // Those of IPv4 written as IPv6 are judged as IPv4.
    const isMapped = network.startsWith('::ffff:0.');
    const text = ipaddr
      .fromByteArray(isMapped ? [...bytes.slice(0, 12), 127, 0, 0, 1] : bytes)
      .toString();
    expect(isPublic(text), text).toBe(false);
  }
});

test.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2a00::1',
])('%s is an address of the internet', (address) => {
  expect(isPublic(address)).toBe(true);
});

/** One address that leads to another. */
const leading = (from: string, to: string) => {
  const asked: string[] = [];
  const resolve = async (name: string) =>
    name.startsWith('inside.') ? ['93.184.215.14', '10.0.0.1'] : ['93.184.215.14'];
  const fetch = async (address: RequestInfo | URL): Promise<Response> => {
    asked.push(String(address));
    return asked.length === 1
      ? new Response(null, { status: 302, headers: { Location: to } })
      : new Response(atTen);
  };
  return { asked, calendars: create({ addresses: [from], fetch, resolve }) };
};

test.each([
  'http://localhost/',
  'https://LOCALHOST./',
  'https://calendar.localhost/',
  'https://inside.example.com/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://169.254.169.254/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fec0::1]/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
])('nothing from elsewhere leads to the address %s (behavior 9.2)', async (to) => {
  const from = `https://calendar.example.com${secret}`;
  const { asked, calendars } = leading(from, to);
  expect((await calendars.busy()).state).toBe('missing');
  expect(asked).toEqual([from]);
  expect(reports).toEqual([
    'Calendar 1 (calendar.example.com) leads on to an address of a local network. Nothing of it is known.',
  ]);
});

test.each([
  ['https://calendar.example.com/', 'https://other.example.com/'],
  ['https://calendar.example.com/', 'https://172.32.0.1/'],
  ['https://calendar.example.com/', 'https://[2606:4700::1111]/'],
  ['https://calendar.example.com/', 'webcal://other.example.com/'],
  ['https://calendar.example.com/', 'https://10.example.com/'],
  // The owner's own network.
  ['https://192.168.178.1/', 'https://192.168.178.2/'],
  ['https://[fd00::1]/', 'https://localhost/'],
  ['http://localhost/', 'http://127.0.0.1:8080/'],
])('the address %s may lead to %s', async (from, to) => {
  const { asked, calendars } = leading(from, to);
  expect((await calendars.busy()).busy).toEqual([ten]);
  expect(asked).toEqual([from, to.replace('webcal:', 'https:')]);
});

test('what has no end is cut off after 50 MB (behavior 8.1, 9.2)', async () => {
  let sent = 0;
  let isCutOff = false;
  answer = (_, response) => {
    response.on('close', () => {
      isCutOff = true;
    });
    const chunk = Buffer.alloc(1_000_000, 'DESCRIPTION:X\n');
    const send = () => {
      while (!isCutOff) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
    };
    send();
  };
  await create().refresh();
  expect(reports).toEqual(['Calendar 1 (127.0.0.1) is larger than 50 MB. Nothing of it is known.']);
  await expect.poll(() => isCutOff).toBe(true);
  expect(sent).toBeLessThan(80_000_000);
});

test('a machine that is not there is named by what failed', async () => {
  await close();
  await create().busy();
  expect(reports).toEqual([
    'Calendar 1 (127.0.0.1) cannot be reached (ECONNREFUSED). Nothing of it is known.',
  ]);
});

test('what another start has read is there, until it is old', async () => {
  answer = say(atTen, { ETag: '"v1"' });
  const { cache, kept } = createCache();
  await create({ cache }).busy();
  const key = Array.from(kept.keys()).join();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(Array.from(kept.values()).join()).not.toMatch(/hush|127\.0\.0\.1/);

  now += minute;
  expect(await create({ cache }).busy()).toEqual({ busy: [ten], state: 'fresh', since: begin });
  expect(requests).toHaveLength(1);

  // By the owner's zone, whole days are others.
  await create({ cache, timeZone: 'Asia/Tokyo' }).busy();
  expect(requests).toHaveLength(2);

  now += 5 * minute;
  answer = say('', {}, 304);
  await create({ cache }).refresh();
  expect(requests[2]?.headers).toMatchObject({ 'if-none-match': '"v1"' });
});

test('a cache that fails costs a fetch, and that is said', async () => {
  answer = say(atTen);
  const fail = () => Promise.reject(new Error('hush'));
  const calendars = create({ cache: { read: fail, write: fail, keepOnly: fail } });
  expect((await calendars.busy()).busy).toEqual([ten]);
  await calendars.refresh();
  expect(reports).toEqual([
    'What was kept of Calendar 1 (127.0.0.1) cannot be read.',
    'Calendar 1 (127.0.0.1) cannot be kept.',
    'Calendar 1 (127.0.0.1) cannot be kept.',
    'What was kept of calendars that are no longer named cannot be erased.',
  ]);
});

test('what cannot be read in a calendar is said once a day, although the calendar changes', async () => {
  const strange = (summary: string) =>
    atTen
      .replace('DTSTART:', `SUMMARY:${summary}\r\nDTSTART;TZID=Mars/hush:`)
      .replace('Z\r\nDUR', '\r\nDUR');
  answer = say(strange('One'));
  const calendars = create();
  await calendars.busy();
  answer = say(strange('Two'));
  now += 6 * minute;
  await calendars.refresh();
  expect(requests).toHaveLength(2);
  const told =
    'Calendar 1 (127.0.0.1), line 5: The time zone is unknown: the time is taken for one of Europe/Berlin.';
  expect(reports).toEqual([told]);
  now += day;
  await calendars.refresh();
  expect(reports).toEqual([told, told]);
});

/** What Office 365 takes: other projects found that it looks for Chrome. */
test('a server reads who asks', async () => {
  answer = say(atTen);
  await create().busy();
  expect(requests[0]?.headers['user-agent']).toMatch(
    /^Mozilla\/5\.0 \(.*consultant-site\) Chrome\/\d+/,
  );
});

test('what the owner declined is free, and what was booked here is left out', async () => {
  answer = say(
    atTen.replace('DURATION', 'UID:a\r\nATTENDEE;PARTSTAT=DECLINED:mailto:me@a.b\r\nDURATION'),
  );
  expect((await create({ ownerEmail: 'me@a.b' }).busy()).busy).toEqual([]);
  const times: Interval[] = [];
  const isOwn: IsOwn = (uid, time) => uid === 'a' && times.push(time) > 0;
  expect((await create({ ownTimes: async () => isOwn }).busy()).busy).toEqual([]);
  expect(times).toEqual([ten]);
});

test('addresses are read one by one', () => {
  expect(readCalendarAddresses('')).toEqual([]);
  expect(
    readCalendarAddresses(
      ' https://a.example.com/x,y.ics, webcal://b.example.com/z.ics?t=1\nWEBCAL://c.example.com/#top,https://a.example.com/x,y.ics ',
    ),
  ).toEqual([
    'https://a.example.com/x,y.ics',
    'https://b.example.com/z.ics?t=1',
    'https://c.example.com/',
  ]);
  expect(readCalendarAddresses('http://localhost:8080/x')).toEqual(['http://localhost:8080/x']);
});

test.each([
  ['http://example.com/hush', 'calendar 1 must be an address with https:// or webcal://'],
  ['https://a.example.com hush', 'calendar 2 must be an address with https:// or webcal://'],
  ['ftp://example.com/hush', 'calendar 1 must be an address with https:// or webcal://'],
  ['https://me:hush@example.com/', 'calendar 1 must have no user name or password in its address'],
])('the address %s is refused, without saying it', (text, message) => {
  expect(() => readCalendarAddresses(text)).toThrow(new Error(message));
});
