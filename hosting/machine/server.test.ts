import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { minute } from '#booking/interval.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { bookingForm, freeTimes, postAtOnce } from '#hosting/tests/booking-requests.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { amount } from '../../tests/amount.ts';
import { readServerConfig } from './config.ts';
import { forwardedAddress, type RunningServer, startServer } from './server.ts';

let folder: string;
let running: RunningServer | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await running?.stop();
  running = null;
  rmSync(folder, { recursive: true });
});

const start = async (environment: Record<string, string> = {}): Promise<string> => {
  const place = { PORT: '0', DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder) };
  running = await startServer(readServerConfig({ ...place, ...environment }));
  return running.url;
};

const hear = (method: 'error' | 'log'): string[] => {
  const lines: string[] = [];
  vi.spyOn(console, method).mockImplementation((line) => void lines.push(String(line)));
  return lines;
};

test('where bookings are made elsewhere, the addresses for them here are like any unknown one (behavior 1.2)', async () => {
  const CALENDAR_KEY = 'k'.repeat(20);
  const url = await start({ PUBLIC_BOOKING_URL: 'https://booking.example/robin', CALENDAR_KEY });
  const get = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(url + path);
    return [answer.status, await answer.text()];
  };
  const unknown = await get('/nowhere');
  expect(unknown).toEqual([404, '<title>No such page</title>']);
  for (const path of ['/book', '/book?zone=UTC', '/book/60', `/calendar.ics?key=${CALENDAR_KEY}`]) {
    expect(await get(path), path).toEqual(unknown);
  }
  expect((await get('/booking?key=x'))[1]).toContain(embedded.calendar.unknown.title);
});

test('the site that a link leads to is served whole, the one before while there is none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said = hear('error');
  const link = join(folder, 'dist');
  const leadTo = (name: string): void => {
    if (name !== 'missing') {
      const made = makeSite(join(folder, name));
      writeFileSync(join(made, 'index.html'), name);
      writeFileSync(join(made, 'embedded.css'), `.${name}{}`);
    }
    symlinkSync(join(name, 'site'), `${link}.new`);
    renameSync(`${link}.new`, link);
  };
  leadTo('old');
  const url = await start({ SITE_DIR: link });
  const shown = async () => {
    vi.advanceTimersByTime(1000);
    const [page, form] = await Promise.all(
      ['/', '/newsletter'].map(async (path) => (await fetch(url + path)).text()),
    );
    return [page, /<style>(.*?)<\/style>/.exec(form ?? '')?.[1]];
  };
  expect(await shown()).toEqual(['old', '.old{}']);
  for (const [name, seen] of Object.entries({ new: 'new', missing: 'new', newest: 'newest' })) {
    leadTo(name);
    for (const _ of [1, 2]) expect(await shown()).toEqual([seen, `.${seen}{}`]);
  }
  expect(said).toEqual([expect.stringMatching(/^There is no site in .* now/)]);
});

test.each([
  ['a port follows', '192.0.2.1:50314', '192.0.2.1'],
  ['a port follows an IPv6 address', '[2001:db8::1]:50314', '2001:db8::1'],
  ['an IPv6 address is in brackets', '[2001:db8::1]', '2001:db8::1'],
  ['it is an IPv6 address', '2001:db8::1', '2001:db8::1'],
  ['the port is none', '192.0.2.1:x', null],
])('the client’s address when %s', (_, forwarded, address) => {
  expect(forwardedAddress(forwarded)).toBe(address);
});

test('the limit is of the address that the proxy names last; without one it is the proxy’s, which is logged once, without what the header holds', async () => {
  const said = hear('error');
  hear('log');
  const url = await start({ RATE_LIMIT: '1', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' });
  const post = async (address: string): Promise<number> =>
    (await postEnquiry(url, { message: `From ${address}` }, { 'X-Forwarded-For': address })).status;
  expect(await post('203.0.113.1, 192.0.2.1')).toBe(200);
  expect(await post('203.0.113.2, 192.0.2.1')).toBe(429);
  expect(await post('192.0.2.1, 192.0.2.2:4711')).toBe(200);
  expect([await post('someone secret'), await post('')]).toEqual([200, 429]);
  expect(said).toEqual([expect.stringMatching(/^TRUSTED_PROXY_HEADER is x-forwarded-for, but /)]);
  expect(said.join()).not.toContain('secret');
});

test('an address that nobody trusts a proxy for is the connection’s', async () => {
  hear('log');
  const url = await start({ RATE_LIMIT: '1' });
  const headers = ['192.0.2.1', '192.0.2.2'].map((address) => ({ 'X-Forwarded-For': address }));
  const answers = headers.map((each) => postEnquiry(url, {}, each));
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 429]);
});

test.skipIf(!availability)(
  'mail to who booked leads to the site, whatever host the request named; without the site’s address there is none',
  async () => {
    hear('log');
    const mails = await startMailServer();
    onTestFinished(mails.close);
    const mail = { SMTP_URL: mails.url, INBOX_TO: 'owner@firm.com', RATE_LIMIT: '0' };
    const have = (count: number) =>
      vi.waitFor(() => expect(mails.received).toHaveLength(count), { timeout: 20_000 });
    const book = async (url: string): Promise<void> => {
      const [time = ''] = await freeTimes(url);
      const body = new URLSearchParams(bookingForm(time));
      const answer = await fetch(`${url}/book`, { method: 'POST', body, redirect: 'manual' });
      expect(answer.status).toBe(303);
    };
    await book(await start({ ...mail, SITE_URL: 'https://firm.example', HOST: '127.0.0.1' }));
    await have(2);
    const contents = mails.received.map(({ content }) => content.replace(/=\r?\n/g, '')).join();
    expect(contents).toContain('https://firm.example/booking?key');
    expect(contents).not.toContain('127.0.0.1');
    await running?.stop();
    await book(await start({ ...mail, HOST: '127.0.0.1' }));
    await have(3);
    expect(mails.received[2]?.to).toEqual(['owner@firm.com']);
  },
);

test.skipIf(!availability)(
  'of many requests for one time in one moment, one is booked, and the others keep their words and see what is free',
  async () => {
    hear('log');
    const url = await start({ RATE_LIMIT: '0' });
    const [time = ''] = await freeTimes(url);
    const forms = Array.from({ length: amount(50, 1000) }, () => bookingForm(time));
    const [first, ...others] = (await postAtOnce(`${url}/book`, forms)).sort(
      (one, other) => one.status - other.status,
    );
    expect([first?.status, ...new Set(others.map(({ status }) => status))]).toEqual([303, 409]);
    const [free = ''] = await freeTimes(url);
    expect(free).not.toBe(time);
    const seen = ['What I typed', `value="${free}"`];
    expect(others.filter(({ page }) => !seen.every((text) => page.includes(text)))).toEqual([]);
  },
);

test.skipIf(!availability)(
  'the owner’s calendar is read every five minutes while nobody visits, one that fails is reported, and one that is silent does not keep the server from ending',
  async () => {
    const said = hear('error');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    let asked = 0;
    let status: number | null = 200;
    const feed = createServer((_, response) => {
      asked++;
      if (status) response.writeHead(status).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void feed.close().closeAllConnections());
    await once(feed, 'listening');
    const { port } = feed.address() as AddressInfo;
    await start({ CALENDAR_URLS: `http://127.0.0.1:${port}/secret.ics` });
    await expect.poll(() => asked).toBe(1);
    vi.advanceTimersByTime(4 * minute);
    status = 500;
    vi.advanceTimersByTime(minute);
    await expect.poll(() => said.join()).toMatch(/^Calendar 1 \(127\.0\.0\.1:\d+\) answered 500\./);
    expect(asked).toBe(2);
    status = null;
    vi.advanceTimersByTime(5 * minute);
    await expect.poll(() => asked).toBe(3);
    await running?.stop();
    expect(said).toHaveLength(1);
  },
);
