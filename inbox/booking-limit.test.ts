import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { html } from 'hono/html';
import { beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { createFormBackend } from './app.ts';
import { eraseExpired } from './retention.ts';
import { createSqliteStore, openDatabase } from './stores/sqlite-store.ts';
import type { Store } from './stores/store.ts';

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

test('a network books ten times a day, in one moment, too; others and tomorrow are not kept from it (behavior 9.2)', async () => {
  expect(await bookMany(30)).toBe(10);
  expect(await bookMany(1)).toBe(0);
  address = '203.0.113.8';
  expect(await bookMany(1)).toBe(1);
  [address, now] = ['203.0.113.7', '2026-01-06T00:00:00.000Z'];
  expect(await bookMany(1)).toBe(1);
});

test('many networks of one household or firm book a little more together, and then no more', async () => {
  const bookFrom = async (networks: string[]): Promise<number> => {
    let booked = 0;
    for (address of networks) booked += await bookMany(3);
    return booked;
  };
  const of = (write: (hex: string) => string) =>
    Array.from({ length: 12 }, (_, n) => write(n.toString(16)));
  // /64 within one /56, /56 within one /48.
  expect(await bookFrom(of((n) => `2001:db8:1:${n}::1`))).toBe(20);
  expect(await bookFrom(of((n) => `2001:db8:2:${n}00::1`))).toBe(30);
});

test('who is over the limit reads whom to write to or call, keeps what was typed, and sees the page', async () => {
  await bookMany(10);
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

test('what could not be booked does not count, nor does a form that is sent again', async () => {
  const [time = '', other = ''] = await freeTimes();
  await book(time);
  for (let n = 0; n < 12; n++) expect((await book(time)).status).toBe(409);
  expect((await book(other)).status).toBe(303);
  expect(await bookMany(30)).toBe(8);
});

test('where there is no rate limit, there is none of bookings', async () => {
  expect(await bookMany(30, backend(false))).toBe(30);
});

test('nothing that is kept says who booked, and of the day before there is nothing at all (behavior 9.2)', async () => {
  await bookMany(2);
  const kept = () => [
    database.prepare('SELECT * FROM network_key').all(),
    database.prepare('SELECT * FROM network_bookings').all(),
  ];
  const [keys, counts] = kept();
  expect(keys).toHaveLength(1);
  expect(counts).toEqual([{ day: '2026-01-05', hash: expect.any(String), bookings: 2 }]);
  const text = JSON.stringify([kept(), database.prepare('SELECT * FROM submission').all()]);
  for (const algorithm of ['sha256', 'sha1', 'md5']) {
    expect(text).not.toContain(createHash(algorithm).update(address).digest('hex'));
  }
  expect(text).not.toContain(address);
  const { hash = '' } = counts?.[0] ?? {};

  await eraseExpired(store, () => {}, new Date('2026-01-05T23:59:59.999Z'));
  expect(kept()[1]).toHaveLength(1);
  await eraseExpired(store, () => {}, new Date('2026-01-06T00:00:00.000Z'));
  expect(kept()).toEqual([[], []]);

  // With the next day's key, the same network is another.
  now = '2026-01-06T00:00:00.000Z';
  await bookMany(1);
  expect(JSON.stringify(kept())).not.toContain(String(hash));

  // A clock that was ahead leaves nothing behind either.
  now = '2029-01-06T00:00:00.000Z';
  await bookMany(1);
  await eraseExpired(store, () => {}, new Date('2026-01-07T00:00:00.000Z'));
  expect(kept()).toEqual([[], []]);
});
