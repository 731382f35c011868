import { expect, onTestFinished, test } from 'vitest';
import type { Booking } from '../stores/store.ts';
import { startMailApi } from '../tests/mail-api.ts';
import { setUpOutbox } from '../tests/outbox.ts';
import { newBooking } from '../tests/submissions.ts';
import { createWebhookDelivery } from './delivery.ts';
import { startOutbox } from './outbox.ts';

const { state, logged, now, logError, add, work, only } = setUpOutbox();

test('pauses grow to six hours, and attempts never stop, even after one that never ended (behavior 9.4)', async () => {
  await add();
  // As if the process ended during the attempt.
  void work({ deliver: () => new Promise(() => {}) });
  await expect.poll(async () => (await only()).delivery.attempts).toBe(1);
  expect(await work({ deliver: async () => {} })).toBe(0);
  const deliver = () => Promise.reject(new Error(`no\r\nsuch \u001b[2J${'x'.repeat(400)}`));
  const minutes: number[] = [];
  for (let attempt = 1; attempt <= 15; attempt++) {
    const next = Date.parse((await only()).delivery.nextAttemptAt ?? '');
    minutes.push((next - state.time) / 60_000);
    state.time = next;
    await work({ deliver });
  }
  expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360]);
  // In one line, without control characters.
  expect((await only()).delivery.lastError).toMatch(/^no such \[2Jx{289}$/);
  state.time += 6 * 3_600_000;
  await work({ deliver: async () => {} });
  const done = { attempts: 17, nextAttemptAt: null, lastError: null };
  expect(await only()).toMatchObject({ delivery: done });
});

test('of a queue, the newest submission is delivered first, and a new one before the rest (behavior 9.4)', async () => {
  for (let n = 1; n <= 5; n++) await add();
  const delivered: number[] = [];
  const outbox = startOutbox({
    ...{ store: state.store, now, logError },
    deliver: async ({ id }) => {
      delivered.push(id);
      if (id !== 5) return;
      await add();
      outbox.wake();
    },
  });
  await expect.poll(() => delivered).toEqual([5, 6, 4, 3, 2, 1]);
  await outbox.stop();
});

test('a clock that was a year ahead does not put mail off by a year (behavior 9.4)', async () => {
  const right = state.time;
  state.time += 365 * 24 * 60 * 60 * 1000;
  for (const _ of ['received by the wrong clock', 'also tried by it']) await add();
  await work({ deliver: () => Promise.reject(new Error('451 Not now')) }, 1);
  const attempts = (await state.store.list()).map(({ delivery }) => delivery.attempts);
  expect(attempts).toEqual([1, 0]);
  state.time = right;
  const delivered: number[] = [];
  await work({ deliver: async ({ id }) => void delivered.push(id) });
  expect(delivered).toEqual([2, 1]);
});

const refuse = () => Promise.reject(new Error('451 <ada@example.com> later'));
const accept = async () => {};
test.each([
  ['the visitor’s mail is tried again alone', accept, refuse, 'owner, visitor'],
  ['the owner’s mail is tried again alone', refuse, async () => true, 'owner'],
  ['the visitor’s mail is tried no more if there is no mail any more', accept, null, 'owner'],
  ['the visitor’s mail is tried no more if none can be sent', accept, async () => false, 'owner'],
])(
  'a booking that the owner changed is mailed to both; %s, and no log has the address (behavior 9.4)',
  async (_, deliver, notify, mailed) => {
    const booked = (await state.store.book(newBooking({ isToDeliver: true }))) as Booking;
    const seenAt = now().toISOString();
    await state.store.settle(booked, seenAt);
    await state.store.markSeen([booked.id], seenAt);
    await state.store.cancelBooking(booked, seenAt, 'both');
    const log: string[] = [];
    let [underWay, atOnce] = [0, 0];
    const begin = async () => {
      underWay++;
      await null;
      atOnce = Math.max(atOnce, underWay--);
    };
    const toOwner = () =>
      begin()
        .then(deliver)
        .then(() => void log.push('owner'));
    await work({ deliver: toOwner, notify: notify && (() => begin().then(notify)) });
    // One after the other, two slow mails would still be under way at the next attempt.
    expect(atOnce).toBe(notify ? 2 : 1);
    expect(logged.join() + (await only()).delivery.lastError).not.toContain('ada');
    state.time += 30_000;
    const sent = { deliver: async () => void log.push('owner') };
    await work({ ...sent, notify: async () => log.push('visitor') > 0 });
    expect(log.join(', ')).toBe(mailed);
    const invitation = notify === refuse || deliver === refuse ? 'sent' : 'none';
    const done = { delivery: { nextAttemptAt: null, lastError: null }, time: { invitation } };
    expect(await only()).toMatchObject({ seenAt, ...done });
  },
);

test('a webhook gets the submission as typed, and must answer 2xx, or like Google Apps Script', async () => {
  const api = await startMailApi();
  onTestFinished(api.close);
  const deliver = createWebhookDelivery(`${api.url}/x`);
  const fields = { message: '\ud800 "quoted"' };
  await add(fields);
  api.answer = { status: 500, body: null };
  await work({ deliver });
  expect((await only()).delivery.lastError).toBe('The webhook answered 500');
  state.time += 30_000;
  const Location = 'https://script.googleusercontent.com/macros/echo?lib=x';
  api.answer = { status: 302, body: null, headers: { Location } };
  await work({ deliver });
  expect((await only()).delivery.deliveredAt).toBe(now().toISOString());
  const [first, second] = api.requests;
  const body = { id: 1, kind: 'enquiry', receivedAt: '2026-01-02T03:04:05.000Z', fields };
  expect(first).toMatchObject({ path: 'POST /x', body });
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
});
