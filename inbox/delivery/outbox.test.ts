import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../stores/sql-store.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import { startMailApi } from '../tests/mail-api.ts';
import { newBooking, newEnquiry } from '../tests/submissions.ts';
import { createWebhookDelivery } from './delivery.ts';
import { type Deliver, deliverDue, type OutboxOptions, startOutbox } from './outbox.ts';

let store: Store;
let time: number;
beforeEach(() => {
  store = createSqliteStore(openDatabase(':memory:'));
  time = Date.parse('2026-01-02T03:04:05.000Z');
});

const now = (): Date => new Date(time);
const work = (deliver: Deliver, limit = 10): Promise<number> =>
  deliverDue({ store, deliver, now, logError: () => {} }, limit);
const add = (message = 'Hello') => {
  const receivedAt = now().toISOString();
  return store.add(newEnquiry({ fields: { message }, receivedAt, isToDeliver: true }));
};
const delivery = async () => (await store.list())[0]?.delivery;

test('pauses grow to six hours, and an enquiry is never given up, also of an attempt that has no end (behavior 9.4)', async () => {
  await add();
  // As if the process ended during the attempt.
  void work(() => new Promise(() => {}));
  await expect.poll(async () => (await delivery())?.attempts).toBe(1);
  expect(await work(async () => {})).toBe(0);
  const hours: number[] = [];
  for (let attempt = 1; attempt <= 15; attempt++) {
    const next = Date.parse((await delivery())?.nextAttemptAt ?? '');
    hours.push(Number(((next - time) / 3_600_000).toFixed(3)));
    time = next;
    await work(() => Promise.reject(new Error(`no\r\nsuch \u001b[2J${'x'.repeat(400)}`)));
  }
  expect(hours).toEqual([
    0.008, 0.017, 0.033, 0.067, 0.133, 0.267, 0.533, 1.067, 2.133, 4.267, 6, 6, 6, 6, 6,
  ]);
  // In one line that no terminal obeys.
  expect((await delivery())?.lastError).toMatch(/^no such \[2Jx{289}$/);
  time += 6 * 3_600_000;
  await work(async () => {});
  expect(await delivery()).toMatchObject({ attempts: 17, nextAttemptAt: null, lastError: null });
});

test('the newest is delivered first where there is a queue, and a new one before all of them (behavior 9.4)', async () => {
  for (let n = 1; n <= 5; n++) await add(`Message ${n}`);
  const delivered: number[] = [];
  const outbox = startOutbox({
    store,
    now,
    logError: () => {},
    deliver: async ({ id }) => {
      delivered.push(id);
      if (id !== 5) return;
      await add('Message 6');
      outbox.wake();
    },
  });
  await expect.poll(() => delivered).toEqual([5, 6, 4, 3, 2, 1]);
  await outbox.stop();
});

test('a clock that was a year ahead does not put mail off by a year (behavior 9.4)', async () => {
  const right = time;
  time += 365 * 24 * 60 * 60 * 1000;
  await add('Received by the wrong clock');
  await add('Tried by the wrong clock');
  await work(() => Promise.reject(new Error('451 Not now')), 1);
  // One at a time, the newest first.
  expect((await store.list()).map(({ delivery }) => delivery.attempts)).toEqual([1, 0]);
  time = right;
  const delivered: number[] = [];
  await work(async ({ id }) => void delivered.push(id));
  expect(delivered).toEqual([2, 1]);
});

const refuse = () => Promise.reject(new Error('451 <ada@example.com> later'));
const told = async () => true;
test.each([
  ['the visitor’s mail is tried again alone', false, refuse, 'due'],
  ['the owner’s mail is tried again alone', true, told, 'sent'],
  ['the visitor’s mail is tried no more if none can be sent any more', false, null, 'none'],
  ['the visitor’s mail is tried no more if there must be none', false, async () => false, 'none'],
])(
  'a booking that the owner changed is mailed to both; %s, and no log has the address (behavior 9.4)',
  async (_, isRefused, first, invitation) => {
    const informed: string[] = [];
    const logged: string[] = [];
    const booked = await store.book(newBooking({ isToDeliver: true }));
    if (typeof booked === 'string') throw new Error(booked);
    const deliveredAt = now().toISOString();
    await store.setDelivered(booked, deliveredAt);
    await store.markSeen([booked.id], deliveredAt);
    await store.cancelBooking(booked, deliveredAt, 'both');
    const tell = async (notify: NonNullable<OutboxOptions['notify']> | null) => {
      const deliver = async () => {
        if (isRefused && deliveredAt === now().toISOString()) await refuse();
        informed.push('owner');
      };
      const logError = (line: string) => void logged.push(line);
      await deliverDue({ store, now, deliver, notify, logError }, 9);
      return (await store.list())[0]?.time?.invitation;
    };
    expect(await tell(first)).toBe(invitation);
    expect(informed).toEqual(isRefused ? [] : ['owner']);
    expect(logged.join() + (await delivery())?.lastError).not.toContain('ada');
    time += 30_000;
    const second = async ({ id }: { id: number }) => informed.push(`visitor ${id}`) > 0;
    const isTried = invitation === 'due';
    expect(await tell(second)).toBe(isTried ? 'sent' : invitation);
    expect(informed).toEqual(['owner', ...(isTried ? ['visitor 1'] : [])]);
    const done = { nextAttemptAt: null, lastError: null };
    expect(await store.list()).toMatchObject([{ seenAt: deliveredAt, delivery: done }]);
  },
);

test('what is erased while it is delivered stays erased', async () => {
  await add();
  await work(async ({ id }) => void (await store.erase({ id })));
  expect(await store.list()).toEqual([]);
});

test('a webhook gets the submission as it was typed, and must answer 2xx', async () => {
  const api = await startMailApi();
  onTestFinished(api.close);
  const deliver = createWebhookDelivery(`${api.url}/x`);
  await add('\ud800 "quoted"');
  api.answer = { status: 500, body: null };
  await work(deliver);
  expect((await delivery())?.lastError).toBe('The webhook answered 500');
  time += 30_000;
  api.answer = { status: 202, body: null };
  await work(deliver);
  expect((await delivery())?.deliveredAt).toBe(now().toISOString());
  const [first, second] = api.requests;
  expect([first?.path, first?.body]).toEqual([
    'POST /x',
    {
      id: 1,
      kind: 'enquiry',
      receivedAt: '2026-01-02T03:04:05.000Z',
      fields: { message: '\ud800 "quoted"' },
    },
  ]);
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
});
