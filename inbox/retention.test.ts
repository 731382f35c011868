import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { fillIdentity, periodsIn } from '#model/identity-text.ts';
import { serviceStates } from '#model/vocabulary.ts';
import { eraseExpired } from './retention.ts';
import { createSqliteStore, openDatabase } from './stores/sqlite-store.ts';
import type { Store } from './stores/store.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2026-03-01T12:00:00.000Z');
const limit = `${2026 - site.retentionYears}-03-01T12:00:00.000Z`;

const add = (store: Store, receivedAt: string, isToDeliver = false) =>
  store.add({ kind: 'enquiry', receivedAt, fields: {}, idempotencyKey: null, isToDeliver });

const countsIn = async (store: Store): Promise<number> =>
  (await store.weekCounts('1900-01-01'))
    .filter(({ event }) => event !== 'submission')
    .reduce((sum, { count }) => sum + count, 0);

test('what is older than the policy’s period is erased, subscriptions stay, and the count is logged before (behavior 8.2)', async () => {
  const store = createSqliteStore(openDatabase(':memory:'));
  for (const kind of ['enquiry', 'booking', 'subscriber'] as const) {
    for (const receivedAt of ['2001-01-01T00:00:00.000Z', limit, now.toISOString()]) {
      await store.add({
        kind,
        receivedAt,
        fields: {},
        idempotencyKey: null,
        isToDeliver: false,
      });
    }
  }
  const lines: string[] = [];
  const watched: Store = {
    ...store,
    erase: (...args) => {
      lines.push('erased');
      return store.erase(...args);
    },
  };
  for (const _ of [1, 2]) await eraseExpired(watched, (line) => lines.push(line), now);
  expect(lines).toEqual([`Erasing what is older than ${periodsIn('en').retention}: 2`, 'erased']);
  const old = (await store.list()).filter(({ receivedAt }) => receivedAt < limit);
  expect(old.map(({ kind }) => kind)).toEqual(['subscriber']);
  expect(await store.list()).toHaveLength(7);
});

test('counts are kept for the time in the policy, to the day (behavior 8.2)', async () => {
  expect(site.analyticsMonths).toBeLessThanOrEqual(26);
  const store = createSqliteStore(openDatabase(':memory:'));
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - site.analyticsMonths);
  await add(store, now.toISOString());
  for (const offset of [-1, 0, 1]) {
    const date = new Date(first.getTime() + offset * day).toISOString().slice(0, 10);
    await store.addCount(date, { event: 'page_view', label: 'direct' });
  }
  const lines: string[] = [];
  for (const _ of [1, 2]) await eraseExpired(store, (line) => lines.push(line), now);
  expect(lines).toEqual([`Erasing counts older than ${periodsIn('en').analyticsRetention}: 1`]);
  expect(await countsIn(store)).toBe(2);
});

describe('a clock that jumps', () => {
  let store: Store;
  let lines: string[];
  beforeEach(() => {
    store = createSqliteStore(openDatabase(':memory:'));
    lines = [];
  });

  const at = (years: number, days = 0): Date => {
    const date = new Date(now.getTime() + days * day);
    date.setUTCFullYear(date.getUTCFullYear() + years);
    return date;
  };
  const look = (time: Date) => eraseExpired(store, (line) => lines.push(line), time);
  /** Looks once a day. */
  const run = async (from: Date, days: number): Promise<void> => {
    for (let n = 0; n < days; n++) await look(new Date(from.getTime() + n * day));
  };
  const held = async () => [await store.count({}), await countsIn(store)];
  /** One of each that is young, and one that is nearly old enough. */
  const fill = async (): Promise<void> => {
    for (const time of [at(0), at(-site.retentionYears, 20)]) await add(store, time.toISOString());
    for (const label of ['direct', 'www.example.com']) {
      await store.addCount('2026-03-01', { event: 'page_view', label });
    }
  };

  test.each([
    ['three years ahead for one start', [at(3)]],
    ['a month ahead for a day', Array.from({ length: 24 }, (_, hour) => at(0, 30 + hour / 24))],
    ['ahead at several starts, by more each time', [at(3), at(9), at(30), at(500)]],
    ['years back', [at(-20)]],
    ['ahead, then back', [at(40), at(-40)]],
  ])('%s and then right again erases nothing (behavior 8.2)', async (_, wrong) => {
    await fill();
    const before = await held();
    await run(at(0, -9), 10);
    for (const time of wrong) await look(time);
    expect(await held()).toEqual(before);
    await run(at(0, 1), 12);
    expect(await held()).toEqual(before);
    // As if nothing had been: the one that was nearly old enough goes when it is.
    await run(at(0, 13), 10);
    expect((await held())[0]).toBe(1);
  });

  test('on an inbox that was never looked at erases nothing either', async () => {
    await add(store, at(0).toISOString());
    await look(at(3));
    expect(await store.count({})).toBe(1);
  });

  test('because the site was off for two years lets what is old go after a week', async () => {
    await fill();
    await run(at(0, -9), 10);
    await run(at(3), 7);
    expect(await held()).toEqual([2, 2]);
    expect(lines).toContain(
      `Not erasing what is older than ${periodsIn('en').retention} yet: 2. The clock jumped to 2029-03-01, and is believed after 7 days. If it is wrong, set it.`,
    );
    await run(at(3, 7), 1);
    expect(await held()).toEqual([0, 0]);
  });

  test('by some days, as one does whose site is off for a weekend, keeps nothing from being erased', async () => {
    await fill();
    for (let n = 0; n < 10; n++) await look(at(0, n * 3));
    expect(await store.count({})).toBe(1);
  });
});

test('what is not delivered yet is kept, and named once a day, until it is (behavior 8.2)', async () => {
  const store = createSqliteStore(openDatabase(':memory:'));
  const lines: string[] = [];
  const look = (hours: number) =>
    eraseExpired(
      store,
      (line) => lines.push(line),
      new Date(now.getTime() + hours * 60 * 60 * 1000),
    );
  await add(store, new Date(now.getTime() - day).toISOString());
  await add(store, '2001-01-01T00:00:00.000Z', true);
  for (const hours of [0, 1, 2]) await look(hours);
  expect(await store.count({})).toBe(2);
  expect(lines).toEqual([
    `Not erasing what is older than ${periodsIn('en').retention} and not delivered yet: 1. See npm run inbox -- list --undelivered`,
  ]);
  for (const submission of await store.list({ isUndelivered: true })) {
    await store.setDelivered(submission, now.toISOString());
  }
  await look(3);
  expect(await store.count({})).toBe(1);
});

test('the key of networks is erased when no booking needs it (behavior 9.2)', async () => {
  const store = createSqliteStore(openDatabase(':memory:'));
  await store.networkKey('first');
  await eraseExpired(store, () => {}, now);
  expect(await store.networkKey('second')).toBe('second');
});

test('the policy names the period that is kept to, and no other', () => {
  const text = readFileSync('content/pages/privacy.md', 'utf8');
  const policy = fillIdentity(text, 'content/pages/privacy.md', Object.keys(serviceStates));
  expect(policy).toContain(`: ${periodsIn(site.language).retention} `);
});
