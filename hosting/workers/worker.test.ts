import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'hono';
import { expect, test, vi } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { payload } from '#hosting/tests/submission.ts';
import { bookingForm } from '../tests/booking-requests.ts';
import { openWorkerEnvironment } from '../tests/stores.ts';
import worker from './worker.ts';

test('an enquiry is kept though the style sheet of the pages cannot be read', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { environment, close } = await openWorkerEnvironment();
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const assets = { fetch: () => Promise.reject(new Error('No assets today')) };
  const request = new Request('https://firm.com/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const response = await worker.fetch(request, { ...environment, ASSETS: assets }, context);
  expect(await response.json()).toMatchObject({ success: true });
  const stored = await environment.INBOX.prepare('SELECT kind FROM submission').bind().run();
  expect(stored.results).toEqual([{ kind: 'enquiry' }]);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('style sheet'), expect.any(Error));

  // The style sheet is asked for again, then kept.
  const page = new Request('https://firm.com/newsletter');
  const working = { fetch: vi.fn(async () => new Response('main{margin:0}')) };
  for (const ASSETS of [working, assets]) {
    const answer = await worker.fetch(page, { ...environment, ASSETS }, context);
    expect(await answer.text()).toContain('main{margin:0}');
  }
  expect(working.fetch).toHaveBeenCalledOnce();
  await close();
});

test('a visit is counted in D1 where the owner wants it, within a limit of its own, and else not', async () => {
  const { environment, close } = await openWorkerEnvironment();
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const ASSETS = { fetch: async () => new Response('') };
  const keys: string[] = [];
  const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) < 3 });
  const COUNT_RATE_LIMIT = { limit };
  const count = async (over: object) => {
    vi.resetModules();
    const fresh = (await import('./worker.ts')).default;
    const request = () =>
      new Request('https://firm.com/api/count', {
        method: 'POST',
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'CF-Connecting-IP': '2001:db8::1',
        },
        body: 'page_view direct',
      });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const all = { ...environment, ASSETS, COUNT_RATE_LIMIT, ...over };
      statuses.push((await fresh.fetch(request(), all, context)).status);
    }
    return statuses;
  };
  expect(await count({ PUBLIC_ANALYTICS_ENDPOINT: '/api/count' })).toEqual([204, 204, 429]);
  expect(keys).toEqual(Array(3).fill('2001:db8:0:0::/64'));
  expect(await count({})).toEqual([404, 404, 404]);
  const stored = await environment.INBOX.prepare('SELECT * FROM event_count').bind().run();
  expect(stored.results).toEqual([
    { day: expect.any(String), event: 'page_view', label: 'direct', count: 2 },
  ]);
  await close();
});

test.skipIf(!availability)(
  'the owner’s calendar is read while nobody visits, and what was kept of it erased when it is no longer named',
  async () => {
    const { environment, close } = await openWorkerEnvironment();
    const feed = createServer((_, response) => {
      response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    }).listen(0, '127.0.0.1');
    await once(feed, 'listening');
    const keptWith = async (CALENDAR_URLS: string) => {
      vi.resetModules();
      const fresh = (await import('./worker.ts')).default;
      const ASSETS = { fetch: async () => new Response('') };
      const all = { ...environment, ASSETS, CALENDAR_URLS };
      await fresh.scheduled(null, all, { waitUntil: () => {} });
      return (await environment.INBOX.prepare('SELECT * FROM calendar').bind().run()).results;
    };
    const address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`;
    expect(await keptWith(address)).toHaveLength(1);
    expect(await keptWith('')).toEqual([]);
    feed.close();
    await close();
  },
);

test.skipIf(!availability)('a network books ten times a day, by what D1 knows', async () => {
  const { environment, close } = await openWorkerEnvironment();
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const all = { ...environment, ASSETS: { fetch: async () => new Response('') } };
  vi.resetModules();
  const fresh = (await import('./worker.ts')).default;
  const ask = (address: string, init: RequestInit = {}) =>
    fresh.fetch(
      new Request('https://firm.com/book', {
        headers: { 'CF-Connecting-IP': address, Accept: 'text/html' },
        ...init,
      }),
      all,
      context,
    );
  const book = async (address: string): Promise<number> => {
    const page = await (await ask(address)).text();
    const [, time = ''] = /name="time" value="(\d[^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams(bookingForm(time));
    return (await ask(address, { method: 'POST', body })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push(await book('2001:db8::1'));
  expect(statuses).toEqual([...Array(10).fill(303), 429]);
  expect(await book('2001:db8:1::1')).toBe(303);
  await close();
});

test('where bookings are made elsewhere, the addresses for them here are like any unknown one', async () => {
  const { environment, close } = await openWorkerEnvironment();
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const all = {
    ...environment,
    ASSETS: { fetch: async () => new Response('No such page') },
    PUBLIC_BOOKING_URL: 'https://booking.example/robin',
    CALENDAR_KEY: 'k'.repeat(20),
  };
  vi.resetModules();
  const fresh = (await import('./worker.ts')).default;
  const get = async (path: string): Promise<[number, string]> => {
    const answer = await fresh.fetch(new Request(`https://firm.com${path}`), all, context);
    return [answer.status, await answer.text()];
  };
  for (const path of ['/nowhere', '/book', `/calendar.ics?key=${'k'.repeat(20)}`]) {
    expect(await get(path), path).toEqual([404, 'No such page']);
  }
  expect((await get('/booking?key=x'))[1]).toContain(embedded.calendar.unknown.title);
  await close();
});
