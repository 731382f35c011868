// More than 300 lines, because all calendars of the tests are served and read in one way.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { IsOwn } from './busy.ts';
import { utc } from './calendar-time.ts';
import type { CalendarCache, CalendarOptions, Calendars } from './calendars.ts';
import { createCalendars, readCalendarAddresses } from './calendars.ts';
import { day, hour, type Interval, minute } from './interval.ts';

const secret = '/private-3f9a/basic.ics?token=hush';
const begin = Date.UTC(2026, 10, 23, 12);

const calendarOf = (...lines: string[]): string => {
  const event = ['BEGIN:VEVENT', 'UID:a', ...lines, 'DURATION:PT1H', 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n');
};
const hourAt = (start: number): Interval => ({ start, end: start + hour });
const ten = hourAt(Date.UTC(2026, 10, 24, 10));
const atTen = calendarOf('DTSTART:20261124T100000Z');
const noon = hourAt(Date.UTC(2026, 10, 24, 12));
const atNoon = calendarOf('DTSTART:20261124T120000Z');

/** May choose another answer, by the request. */
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const respond =
  (text: string, headers: Record<string, string> = {}, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(text);
  };
const respondWith = (status: number, headers = {}) => respond('', headers, status);

let answer = respond(atTen);
let requests: IncomingMessage[] = [];
let now = begin;
let reports: string[] = [];

const server = createServer((request, response) => {
  requests.push(request);
  const chosen = answer(request, response);
  if (typeof chosen === 'function') chosen(request, response);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
afterEach(() => {
  expect(reports.join()).not.toMatch(/private|hush|3f9a|:\/\//);
  [answer, now, requests, reports] = [respond(atTen), begin, [], []];
});

const create = (options: Partial<CalendarOptions> = {}) =>
  createCalendars({
    addresses: [`${origin}${secret}`],
    horizon: 42,
    timeZone: 'Europe/Berlin',
    now: () => now,
    report: (message) =>
      reports.push(message.replace(/:\d+\)/, ')').replace('Calendar 1 (127.0.0.1)', 'It')),
    ...options,
  });

/** Reads calendars some time after they were last read. */
const readAgain = async (calendars: Calendars, next = answer, after = 6 * minute) => {
  answer = next;
  now += after;
  await calendars.refresh();
};
/** Creates calendars and reads them. */
const open = async (options: Partial<CalendarOptions> = {}) => {
  const calendars = create(options);
  await calendars.refresh();
  return calendars;
};
/** Returns the busy times after a first read. */
const read = async (options: Partial<CalendarOptions> = {}) => (await open(options)).busy();

const createCache = () => {
  const kept = new Map<string, string>();
  const cache: CalendarCache = {
    read: async (key) => JSON.parse(kept.get(key) ?? 'null'),
    write: async (key, value) => void kept.set(key, JSON.stringify(value)),
    keepOnly: async (keys) => {
      for (const key of kept.keys()) if (!keys.includes(key)) kept.delete(key);
    },
  };
  return { kept, cache };
};

const copyOf = (busy: Interval, since: number) => ({ busy: [busy], since });
/** The busy times before a calendar was first read. */
const missing = { busy: [], since: Number.NEGATIVE_INFINITY };

test('a calendar is fetched once for all that ask at the same time, and not again for five minutes (behavior 8.1, 9.2)', async () => {
  answer = () => {
    now += minute;
    return respond(atTen);
  };
  const calendars = create();
  await Promise.all(Array.from({ length: 100 }, () => calendars.refresh()));
  expect(requests).toHaveLength(1);
  // The copy dates from the request, not from the answer.
  expect(await calendars.busy()).toEqual(copyOf(ten, begin));
  now = begin + 5 * minute - 1;
  await calendars.refresh();
  expect(requests).toHaveLength(1);
  now += 1;
  // A visitor causes no fetch.
  expect(await calendars.busy()).toEqual(copyOf(ten, begin));
  expect(requests).toHaveLength(1);
  await calendars.refresh();
  expect(requests).toHaveLength(2);
  expect((await calendars.busy()).since).toBe(begin + 5 * minute);
});

test('visitors wait for the first read of a calendar, but only briefly (behavior 9.2)', async () => {
  const responses: ServerResponse[] = [];
  answer = (_, response) => responses.push(response);
  const calendars = create({ patience: 10 * minute });
  void calendars.refresh();
  const impatient = create({ patience: 50 });
  void impatient.refresh();
  await expect.poll(() => responses).toHaveLength(2);
  expect(await impatient.busy()).toEqual(missing);
  const first = calendars.busy();
  await new Promise(setImmediate);
  now += 10 * minute;
  expect(await calendars.busy()).toEqual(missing);
  for (const response of responses) response.end(atTen);
  expect(await first).toEqual(copyOf(ten, begin));
});

test.each([true, false])(
  'after a clock that was ahead is set back, calendars are fetched again (another program: %s)',
  async (isOther) => {
    const { cache } = createCache();
    answer = respond(atTen, { ETag: '"v1"' });
    now = begin + 365 * day;
    const ahead = await open({ cache });
    now = begin;
    const then = isOther ? create({ cache }) : ahead;
    expect(await then.busy()).toEqual(missing);
    await then.refresh();
    expect(await then.busy()).toEqual(copyOf(ten, begin));
    expect(requests[1]?.headers).not.toHaveProperty('if-none-match');
  },
);

test('a copy from another instance counts until it is old, even if its clock is a moment ahead', async () => {
  answer = respond(atTen, { ETag: '"v1"' });
  const { cache, kept } = createCache();
  await read({ cache });
  const [[key = '', value = ''] = []] = kept;
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(value).not.toMatch(/hush|127\.0\.0\.1/);
  now -= 1000;
  expect(await read({ cache })).toEqual(copyOf(ten, begin));
  expect(requests).toHaveLength(1);
  await readAgain(create({ cache }), respondWith(304));
  expect(requests[1]?.headers).toMatchObject({ 'if-none-match': '"v1"' });
  // All-day events begin at other instants in another zone.
  await read({ cache, timeZone: 'Asia/Tokyo' });
  expect(requests).toHaveLength(3);
});

test('a refresh erases the stored state of calendars that are no longer configured', async () => {
  const { cache, kept } = createCache();
  const addresses = [`${origin}/a`, `${origin}/b`];
  for (const from of [0, 1, 2]) {
    await read({ cache, addresses: addresses.slice(from) });
    expect(kept.size).toBe(2 - from);
  }
});

test('a cache that fails causes only another fetch, and the log names the failure', async () => {
  const fail = () => Promise.reject(new Error('hush'));
  expect((await read({ cache: { read: fail, write: fail, keepOnly: fail } })).busy).toEqual([ten]);
  const own = ['The stored copy of It cannot be read.', 'It cannot be stored.'];
  expect(reports).toEqual([...own, 'The stored copies of removed calendars cannot be erased.']);
});

test('a fetch ends without a report when the program ends', async () => {
  const stopping = new AbortController();
  answer = () => stopping.abort();
  const { cache, kept } = createCache();
  await open({ cache, signal: stopping.signal });
  expect(reports).toEqual([]);
  expect(kept.size).toBe(0);
});

test('several calendars are merged, and `since` shows whether one was never read', async () => {
  const answers: Record<string, Answer> = { '/a': respond(atTen), '/b': respond(atNoon) };
  answer = ({ url = '' }) => answers[url] ?? respondWith(404);
  const readAt = (...paths: string[]) => read({ addresses: paths.map((path) => origin + path) });
  expect(await readAt()).toEqual({ busy: [], since: Number.POSITIVE_INFINITY });
  expect((await readAt('/a', '/b')).busy).toEqual([ten, noon]);
  expect(await readAt('/a', '/c')).toEqual({ ...missing, busy: [ten] });
  expect(reports).toEqual(['Calendar 2 (127.0.0.1) answered 404. There is no copy of it.']);
});

test('a server gets the validators of the last copy, and may answer that nothing has changed', async () => {
  const modified = 'Mon, 23 Nov 2026 10:00:00 GMT';
  answer = respond(atTen, { ETag: '"v1"', 'Last-Modified': modified });
  const calendars = await open();
  expect(requests[0]?.headers).toMatchObject({
    accept: 'text/calendar, */*;q=0.1',
    // Office 365 requires Chrome.
    'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(.*consultant-site\) Chrome\/\d+/),
  });
  expect(requests[0]?.headers).not.toHaveProperty('if-none-match');
  await readAgain(calendars, respondWith(304));
  const validators = { 'if-none-match': '"v1"', 'if-modified-since': modified };
  expect(requests[1]?.headers).toMatchObject(validators);
  expect(await calendars.busy()).toEqual(copyOf(ten, now));
});

test('a calendar is fetched without validators when its copy ends before the horizon', async () => {
  const far = begin + (42 + 13) * day;
  const [near, farther] = [far, far + 5 * day].map(utc);
  const both = respond(calendarOf(`DTSTART:${near}`, `RDATE:${farther}`), { ETag: '"v1"' });
  answer = ({ headers }) => (headers['if-none-match'] ? respondWith(304) : both);
  const calendars = await open();
  expect((await calendars.busy()).busy).toEqual([hourAt(far)]);
  await readAgain(calendars, answer, 14 * day);
  expect((await calendars.busy()).busy).toEqual([hourAt(far), hourAt(far + 5 * day)]);
});

test('the last good copy serves while a calendar fails, and the log names the failure once a day (behavior 9.2)', async () => {
  const calendars = await open();
  await readAgain(calendars, respondWith(500));
  const reported = 'It answered 500. Its copy of 2026-11-23T12:00:00.000Z is still used.';
  expect(reports).toEqual([reported]);
  // Tried again after a minute, not sooner.
  for (const [count, later] of [0, minute, day].entries()) {
    await readAgain(calendars, answer, later);
    expect(requests).toHaveLength(2 + count);
    expect(reports).toHaveLength(later < day ? 1 : 2);
    expect(await calendars.busy()).toEqual(copyOf(ten, begin));
  }
  await readAgain(calendars, respond(atNoon), minute);
  expect(await calendars.busy()).toEqual(copyOf(noon, now));
  expect(reports).toEqual([reported, reported, 'It can be read again.']);
});

test.each<[string, Answer, RegExp]>([
  ['a page', respond('<!doctype html><title>Sign in</title>'), /other than a complete calendar/],
  ['half of a calendar', respond(atTen.slice(0, -20)), /other than a complete calendar/],
  ['a refusal', respondWith(403), /answered 403/],
  ['nothing new, unasked', respondWith(304), /answered 304/],
  ['a redirect to nowhere', respondWith(302), /answered 302/],
  ['a broken line', (request) => request.socket.destroy(), /cannot be reached/],
  ['a redirect to http', respondWith(301, { Location: 'http://example.com/hush' }), /not https/],
  ['a redirect without an address', respondWith(301, { Location: 'https://' }), /not https/],
  ['silence', () => {}, /did not answer within 0.3 s/],
  ['drops', (_, response) => response.write('BEGIN:VCALENDAR\r\n'), /not answer within 0.3 s/],
  ['more than 50 MB', respond('DESCRIPTION:X\n'.repeat(3_600_000)), /is larger than 50 MB/],
])(
  '%s is not a calendar: the last copy serves, and the log names the failure',
  async (title, wrong, message) => {
    const calendars = await open({ timeLimit: /silence|drops/.test(title) ? 300 : 30_000 });
    await readAgain(calendars, wrong);
    expect(await calendars.busy()).toEqual(copyOf(ten, begin));
    expect(reports).toEqual([expect.stringMatching(message)]);
  },
);

test('five redirects are followed, six are not', async () => {
  answer = ({ url }) => {
    const count = Number(url?.slice(1));
    return count < 5 ? respondWith(307, { Location: `/${count + 1}` }) : respond(atTen);
  };
  expect((await read({ addresses: [`${origin}/0`] })).busy).toEqual([ten]);
  expect(await read({ addresses: [`${origin}/-1`] })).toEqual(missing);
  expect(reports[0]).toMatch(/redirects more than 5 times/);
});

/** Addresses of IANA's registries for special purposes, and unassigned ones. */
const special = `0.0.0.1 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.192 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 255.255.255.255 ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:0:7f00:1 64:ff9b::1 64:ff9b:1::7f00:1 100::1
  100:0:0:1::1 200::1 400::1 2001::1 2001:1ff:ffff::1 2001:2::1 2001:4:112::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2620:4f:8000::1 3fff::1 4000::1 5f00::1 fc00::1 fdff::1 fe80::1 fec0::1 ff00::1`;

/** Fetches a calendar from an address that redirects to another. */
const lead = async (from: string, to: string) => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    if (name.startsWith('gone.')) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    return name.startsWith('inside.') ? ['93.184.215.14', '10.0.0.1'] : ['93.184.215.14'];
  };
  const fetch = async (address: RequestInfo | URL): Promise<Response> => {
    asked.push(String(address));
    if (asked.length > 1) return new Response(atTen);
    return new Response(null, { status: 302, headers: { Location: to } });
  };
  return { asked, ...(await read({ addresses: [from], fetch, resolve })) };
};

test.each([
  ...'LOCALHOST. calendar.localhost inside.example.com 127.1 0x7f000001'.split(' '),
  ...special.split(/\s+/).map((address) => (address.includes(':') ? `[${address}]` : address)),
])('a redirect from the internet to the host %s is not followed (behavior 9.2)', async (host) => {
  const from = `https://calendar.example.com${secret}`;
  expect(await lead(from, `https://${host}/`)).toEqual({ asked: [from], ...missing });
  expect(reports[0]).toMatch(/ redirects to an address of a local network\. /);
});

test('the log has the reason why the host of a redirect is not found', async () => {
  await lead(`https://calendar.example.com${secret}`, 'https://gone.example.com/');
  expect(reports[0]).toMatch(/ \(ENOTFOUND\)/);
});

/** The last three pairs are within the owner's network. */
const allowed = `https://a.b/ https://other.example.com/, https://a.b/ https://172.32.0.1/, https://a.b/ https://172.15.255.255/,
  https://a.b/ https://[::ffff:8.8.8.8]/, https://a.b/ https://[2606:4700::1111]/, https://a.b/ webcal://c.d/,
  https://a.b/ https://10.example.com/, https://192.168.178.1/ https://192.168.178.2/,
  https://[fd00::1]/ https://localhost/, http://localhost/ http://127.0.0.1:8080/`;

test.each(allowed.split(/,\s+/))('an address may redirect to another: %s', async (pair) => {
  const [from = '', to = ''] = pair.split(' ');
  const { asked, busy } = await lead(from, to);
  expect(busy).toEqual([ten]);
  expect(asked).toEqual([from, new URL(to.replace('webcal:', 'https:')).href]);
});

test('the log names the unreadable parts of a calendar once a day, even if it changes more often', async () => {
  const strange = (name: string) =>
    respond(calendarOf(`SUMMARY:${name}`, 'DTSTART;TZID=Mars/hush:20261124T100000'));
  answer = strange('One');
  const calendars = await open();
  await readAgain(calendars, strange('Two'));
  const zone = 'The time zone is unknown: the time is read as one of Europe/Berlin.';
  expect(reports).toEqual([`It, line 5: ${zone}`]);
  await readAgain(calendars, answer, day);
  expect(reports).toHaveLength(2);
});

test('events that the owner declined, and bookings that the site knows, take no time', async () => {
  const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:me@a.b';
  answer = respond(calendarOf('DTSTART:20261124T100000Z', declined));
  expect((await read({ ownerEmail: 'me@a.b' })).busy).toEqual([]);
  const times: Interval[] = [];
  const isOwn: IsOwn = (uid, time) => uid === 'a' && times.push(time) > 0;
  expect((await read({ ownTimes: async () => isOwn })).busy).toEqual([]);
  expect(times).toEqual([ten]);
});

test.each<[string, string[]]>([
  ['', []],
  ['http://localhost:8080/x', ['http://localhost:8080/x']],
  [' https://a.b/x,y,\nWEBCAL://c.d/?t#d,https://a.b/x,y ', ['https://a.b/x,y', 'https://c.d/?t']],
])('the addresses %j are read', (text, addresses) => {
  expect(readCalendarAddresses(text)).toEqual(addresses);
});

test.each([
  ['http://example.com/hush', 'calendar 1 must be an address with https:// or webcal://'],
  ['https://a.example.com hush', 'calendar 2 must be an address with https:// or webcal://'],
  ['https://me:hush@example.com/', 'calendar 1 must have no user name or password in its address'],
])('the address %s is refused, and not repeated', (text, message) => {
  expect(() => readCalendarAddresses(text)).toThrow(new Error(message));
});
