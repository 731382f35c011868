import { beforeEach, describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { periodsIn } from '#model/identity-text.ts';
import { signUps } from '#model/vocabulary.ts';
import { submissionKinds } from './kinds/index.ts';
import { eraseExpired } from './retention.ts';
import type { Store } from './stores/sql-store.ts';
import { createSqliteStore, openDatabase } from './stores/sqlite-store.ts';
import type { NewSubmission } from './stores/store.ts';
import { newEnquiry } from './tests/submissions.ts';

const day = 24 * 60 * 60 * 1000;
/** Some of the years before have 366 days. */
const now = new Date('2026-02-28T12:00:00.000Z');
const { retention, analyticsRetention } = periodsIn('en');

let store: Store;
let lines: string[];
beforeEach(() => {
  store = createSqliteStore(openDatabase(':memory:'));
  lines = [];
});

/** Returns the time some years and days from now. */
const at = (years: number, days = 0): Date => {
  const date = new Date(now.getTime() + days * day);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
};
const add = (date: Date, over: Partial<NewSubmission> = {}) =>
  store.add(newEnquiry({ receivedAt: date.toISOString(), ...over }));
const count = (date: Date, label = 'direct') =>
  store.addCount(date.toISOString().slice(0, 10), { event: 'page_view', label });
const look = (time = now) => eraseExpired(store, (line) => lines.push(line), time);
/** Runs the retention once a day. */
const run = async (from: Date, days: number): Promise<void> => {
  for (let n = 0; n < days; n++) await look(new Date(from.getTime() + n * day));
};
/** Submissions, and counts. */
const held = async () => {
  const weeks = await store.weekCounts('1900-01-01');
  const counts = weeks.filter(({ event }) => event !== 'submission');
  return [await store.count({}), counts.reduce((sum, { count }) => sum + count, 0)];
};

test('data older than the policy’s periods is erased, its amount is logged, and subscriptions stay (behavior 8.2)', async () => {
  for (const kind of submissionKinds) {
    for (const date of [at(-25), at(-site.retentionYears), now]) await add(date, { kind });
  }
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - site.analyticsMonths);
  for (const offset of [-1, 0, 1]) await count(new Date(first.getTime() + offset * day));
  await store.networkKey('first');
  for (const _ of [1, 2]) await look();
  expect(retention).toContain(`${site.retentionYears} year`);
  const counts = `Erased counts older than ${analyticsRetention}: 1`;
  expect(lines).toEqual([`Erased what is older than ${retention}: 2`, counts]);
  // No booking needs the key of networks (behavior 9.2).
  expect(await store.networkKey('second')).toBe('second');
  const old = await store.list({ before: at(-24).toISOString() });
  expect(new Set(old.map(({ kind }) => kind))).toEqual(new Set(signUps.map(({ kind }) => kind)));
  expect(await held()).toEqual([submissionKinds.length * 3 - 2, 2]);
});

describe('a clock that jumps', () => {
  /** Adds one of each that is young, and one that is nearly old enough. */
  const fill = async (): Promise<void> => {
    for (const date of [at(0), at(-site.retentionYears, 20)]) await add(date);
    for (const label of ['direct', 'www.example.com']) await count(at(0), label);
  };

  test.each([
    ['three years ahead for one start, of an inbox that was never looked at', [at(3)], false],
    ['three years ahead for one start', [at(3)]],
    ['a month ahead for a day', Array.from({ length: 24 }, (_, hour) => at(0, 30 + hour / 24))],
    ['ahead at several starts, by more each time', [at(3), at(9), at(30), at(500)]],
    ['years back', [at(-20)]],
    ['ahead, then back', [at(40), at(-40)]],
  ])('%s and then right again erases nothing (behavior 8.2)', async (_, wrong, isKnown = true) => {
    await fill();
    const before = await held();
    if (isKnown) await run(at(0, -9), 10);
    for (const time of wrong) await look(time);
    await run(at(0, 1), 12);
    expect(await held()).toEqual(before);
    // The jump has no lasting effect: the submission that was nearly old enough is erased when it is.
    await run(at(0, 13), 10);
    expect((await held())[0]).toBe(1);
  });

  test('because the site was off for years delays erasure for a week, which is logged; some days are not a jump', async () => {
    await fill();
    await run(at(0, -9), 10);
    lines = [];
    const later = Math.ceil(Math.max(site.retentionYears, site.analyticsMonths / 12));
    await run(at(later), 7);
    expect(await held()).toEqual([2, 2]);
    expect(lines).toEqual([expect.stringMatching(/^The clock jumped, or the site was off: /)]);
    for (let n = 7; n < 17; n += 3) await look(at(later, n));
    expect(await held()).toEqual([0, 0]);
  });
});

test('undelivered submissions are kept, and logged once a day, until they are delivered (behavior 8.2)', async () => {
  await run(at(0, -9), 9);
  await add(at(0, -1));
  await add(at(-25), { isToDeliver: true });
  for (const hours of [0, 1, 2]) await look(at(0, hours / 24));
  expect(await store.count({})).toBe(2);
  const kept = `Not erasing what is older than ${retention} and not delivered yet: 1.`;
  expect(lines).toEqual([`${kept} See npm run inbox -- list --undelivered`]);
  for (const submission of await store.list({ isUndelivered: true })) {
    await store.settle(submission, now.toISOString());
  }
  await look(at(0, 1 / 8));
  expect(await store.count({})).toBe(1);
});
