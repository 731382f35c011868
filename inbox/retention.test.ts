import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillIdentity, retentionPeriod } from '#content/schema/identity-text.ts';
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

test('the policy names the period that is kept to, and no other', () => {
  const text = readFileSync('content/privacy.md', 'utf8');
  const policy = fillIdentity(text, 'content/privacy.md', ['form', 'booking', 'newsletter']);
  expect(policy).toContain(`: ${retentionPeriod} `);
});
