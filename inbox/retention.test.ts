import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillIdentity, retentionPeriod } from '#content/schema/identity-text.ts';
import { serviceStates } from '#content/schema/vocabulary.ts';
import { site } from '#content/site.ts';
import { eraseExpired } from './retention.ts';
import { createSqliteStore, openDatabase } from './stores/sqlite-store.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const limit = `${2026 - site.retentionYears}-03-01T12:00:00.000Z`;

test('what is older than the policy’s period is erased, subscriptions stay, and the count is logged', async () => {
  const store = createSqliteStore(openDatabase(':memory:'));
  for (const kind of ['enquiry', 'booking', 'subscriber'] as const) {
    for (const receivedAt of ['2001-01-01T00:00:00.000Z', limit, now.toISOString()]) {
      await store.add({
        kind,
        receivedAt,
        fields: {},
        idempotencyKey: null,
        isToDeliver: receivedAt < limit,
      });
    }
  }
  const lines: string[] = [];
  for (const _ of [1, 2]) await eraseExpired(store, (line) => lines.push(line), now);
  expect(lines).toEqual([`Erased what is older than ${site.retentionYears} years: 2`]);
  const old = (await store.list()).filter(({ receivedAt }) => receivedAt < limit);
  expect(old.map(({ kind }) => kind)).toEqual(['subscriber']);
  expect(await store.list()).toHaveLength(7);
});

test('counts are kept for as long as the policy says, to the day', async () => {
  expect(site.analyticsMonths).toBeLessThanOrEqual(26);
  const store = createSqliteStore(openDatabase(':memory:'));
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - site.analyticsMonths);
  for (const offset of [-1, 0, 1]) {
    const day = new Date(first.getTime() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await store.addCount(day, { event: 'page_view', label: 'direct' });
  }
  const lines: string[] = [];
  for (const _ of [1, 2]) await eraseExpired(store, (line) => lines.push(line), now);
  expect(lines).toEqual([`Erased counts older than ${site.analyticsMonths} months: 1`]);
  const kept = await store.weekCounts('2000-01-03');
  expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test('the policy names the period that is kept to, and no other', () => {
  const text = readFileSync('content/privacy.md', 'utf8');
  const policy = fillIdentity(text, 'content/privacy.md', Object.keys(serviceStates));
  expect(policy).toContain(`: ${retentionPeriod} `);
});
