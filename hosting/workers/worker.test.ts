import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'hono';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { payload } from '#hosting/tests/submission.ts';
import { openWorkerEnvironment } from '../tests/stores.ts';

const { environment, close } = await openWorkerEnvironment();
afterAll(close);

const context = { waitUntil: () => {} } as unknown as ExecutionContext;
const assets = (answer: () => Promise<Response>) => ({ ASSETS: { fetch: vi.fn(answer) } });
const emptyAssets = assets(async () => new Response('No such page'));

let worker: typeof import('./worker.ts')['default'];
/** A new one, as on another machine of Cloudflare's. */
const restart = async (): Promise<void> => {
  vi.resetModules();
  worker = (await import('./worker.ts')).default;
};
beforeEach(restart);

const ask = (path: string, init: RequestInit = {}, over: object = emptyAssets): Promise<Response> =>
  worker.fetch(new Request(`https://firm.com${path}`, init), { ...environment, ...over }, context);

const query = async (sql: string): Promise<unknown[]> =>
  (await environment.INBOX.prepare(sql).bind().run()).results;

test('an enquiry is kept though the style sheet of the pages cannot be read; that is asked for again, then kept', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const none = assets(() => Promise.reject(new Error('No assets today')));
  const headers = { 'Content-Type': 'application/json' };
  const response = await ask(
    '/api/submit',
    { method: 'POST', headers, body: JSON.stringify(payload) },
    none,
  );
  expect(await response.json()).toMatchObject({ success: true });
  expect(await query('SELECT kind FROM submission')).toEqual([{ kind: 'enquiry' }]);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('style sheet'), expect.any(Error));
  const working = assets(async () => new Response('main{margin:0}'));
  for (const each of [working, none]) {
    expect(await (await ask('/newsletter', {}, each)).text()).toContain('main{margin:0}');
  }
  expect(working.ASSETS.fetch).toHaveBeenCalledOnce();
});

test('a visit is counted in D1 where the owner wants it, within a limit of its own, and else not', async () => {
  const keys: string[] = [];
  const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) < 3 });
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'CF-Connecting-IP': '2001:db8::1',
  };
  const count = async (over: object): Promise<number[]> => {
    await restart();
    const all = { ...emptyAssets, COUNT_RATE_LIMIT: { limit }, ...over };
    const init = { method: 'POST', headers, body: 'page_view direct' };
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await ask('/api/count', init, all)).status);
    return statuses;
  };
  expect(await count({ PUBLIC_ANALYTICS_ENDPOINT: '/api/count' })).toEqual([204, 204, 429]);
  expect(keys).toEqual(Array(3).fill('2001:db8::/64'));
  expect(await count({})).toEqual([404, 404, 404]);
  const row = { day: expect.any(String), event: 'page_view', label: 'direct', count: 2 };
  expect(await query("SELECT * FROM event_count WHERE event = 'page_view'")).toEqual([row]);
});

test.skipIf(!availability)(
  'the owner’s calendar is read while nobody visits, and what was kept of it erased when it is no longer named',
  async () => {
    const feed = createServer((_, response) => {
      response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void feed.close());
    await once(feed, 'listening');
    const keptWith = async (CALENDAR_URLS: string) => {
      await restart();
      const all = { ...environment, ...emptyAssets, CALENDAR_URLS };
      await worker.scheduled(null, all, { waitUntil: () => {} });
      return query('SELECT * FROM calendar');
    };
    const address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`;
    expect(await keptWith(address)).toHaveLength(1);
    expect(await keptWith('')).toEqual([]);
  },
);

test('where bookings are made elsewhere, the addresses for them here are like any unknown one', async () => {
  const CALENDAR_KEY = 'k'.repeat(20);
  const over = { ...emptyAssets, PUBLIC_BOOKING_URL: 'https://booking.example/r', CALENDAR_KEY };
  for (const path of ['/nowhere', '/book', `/calendar.ics?key=${CALENDAR_KEY}`]) {
    const answer = await ask(path, {}, over);
    expect([answer.status, await answer.text()], path).toEqual([404, 'No such page']);
  }
  const booked = await ask('/booking?key=x', {}, over);
  expect(await booked.text()).toContain(embedded.calendar.unknown.title);
});
