import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { html } from 'hono/html';
import { beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { createFormBackend } from '../app.ts';
import { eraseExpired } from '../retention.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { Store } from '../stores/store.ts';

const { messages } = embedded.calendar;

let database: DatabaseSync;
let store: Store;
let now: string;
let address: string;
beforeEach(() => {
  database = openDatabase(':memory:');
  store = createSqliteStore(database);
  [now, address] = ['2026-01-05T07:00:00.000Z', '203.0.113.7'];
});

const backend = (isLimited = true) =>
  createFormBackend({
    store,
    styles: '',
    logError: () => {},
    booking: {
      availability: {
        timeZone: 'UTC',
        weeklyHours: { tuesday: ['08:00–18:00'], friday: ['08:00–18:00'] },
        step: 30,
        buffers: { before: 0, after: 0 },
        shortestNotice: 0,
        horizon: 42,
        mostPerDay: 20,
        daysOff: [],
      },
    },
    rateLimit: isLimited ? { allows: async () => true, addressOf: () => address } : null,
    now: () => new Date(now),
  });

const freeTimes = async (): Promise<string[]> => {
  const page = await (await backend().request('/book')).text();
  return Array.from(page.matchAll(/name="time" value="(\d[^"]+)"/g), ([, value = '']) => value);
};

const book = (time: string, app = backend()) =>
  app.request('/book', {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({
      name: 'Ada',
      email: `${crypto.randomUUID()}@example.com`,
      message: 'Rings',
      submission_id: crypto.randomUUID(),
      time,
    }),
  });

/** @returns how many of them could be booked */
const bookMany = async (count: number, app = backend()): Promise<number> => {
  const times = await freeTimes();
  const answers = await Promise.all(times.slice(0, count).map((time) => book(time, app)));
  expect(answers).toHaveLength(count);
  return answers.filter(({ status }) => status === 303).length;
};

test('a network holds three times to come, also those of one moment; it keeps nobody else out (behavior 9.2)', async () => {
  expect(await bookMany(30)).toBe(3);
  address = '203.0.113.8';
  expect(await bookMany(1)).toBe(1);
  for (address of ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1']) await bookMany(2);
  expect(await store.count({})).toBe(3 + 1 + 3 + 2);
  [address, now] = ['203.0.113.7', '2026-01-07T00:00:00.000Z'];
  expect(await bookMany(30)).toBe(3);
});

test('visitors whose network has three read whom to write to or call, keep what they typed, and see the page', async () => {
  await bookMany(3);
  const [time = ''] = await freeTimes();
  const answer = await book(time);
  const page = await answer.text();
  expect(answer.status).toBe(429);
  const said = fillIdentity(messages.tooManyFromNetwork, 'content/words');
  expect(page).toContain(String(html`${said}`));
  expect(page).toContain('Rings');
  expect(page).toContain(`value="${time}" required checked`);
  expect(page).toContain('href="mailto:');
});

test('where there is no rate limit, there is none of bookings', async () => {
  expect(await bookMany(30, backend(false))).toBe(30);
});

test('nothing that is kept is an address, and of bookings that are over there is nothing at all (behavior 9.2)', async () => {
  await bookMany(2);
  const networks = () => database.prepare('SELECT DISTINCT network FROM submission').all();
  const keys = () => database.prepare('SELECT key FROM network_key').all();
  expect([networks(), keys()]).toEqual([
    [{ network: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    [{ key: expect.any(String) }],
  ]);
  const text = JSON.stringify(database.prepare('SELECT * FROM submission').all());
  expect(text).not.toContain(address);
  expect(text).not.toContain(createHash('sha256').update(address).digest('hex'));

  await eraseExpired(store, () => {}, new Date('2026-01-06T08:59:59.999Z'));
  expect(keys()).toHaveLength(1);
  await eraseExpired(store, () => {}, new Date('2026-01-06T09:00:00.000Z'));
  expect([networks(), keys()]).toEqual([[{ network: null }], []]);
});
