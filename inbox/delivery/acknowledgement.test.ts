import { beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { Fields, Store, SubmissionKind } from '../stores/store.ts';
import { createAcknowledge } from './acknowledgement.ts';
import type { Mail } from './mail.ts';
import { deliverDue } from './outbox.ts';

let store: Store;
let time: number;
let sent: Mail[];
let logged: string[];
beforeEach(() => {
  store = createSqliteStore(openDatabase(':memory:'));
  time = Date.parse('2026-01-02T03:04:05.000Z');
  sent = [];
  logged = [];
});

const now = () => new Date(time);
const logError = (message: string): void => void logged.push(message);

const typed = {
  firstName: 'Adelheid',
  lastName: 'Byron',
  name: 'Adelheid Byron',
  company: 'Engines',
  message: 'Buy cheap pills at pills.example',
};

/** Adds submissions and works through the outbox, as a host does. */
const receive = async (
  kind: SubmissionKind,
  ...many: (Fields & { email: string })[]
): Promise<void> => {
  const acknowledge = createAcknowledge({
    store,
    logError,
    from: 'site@firm.com',
    now,
    send: async (mail) => void sent.push(mail),
  });
  for (const fields of many) {
    await store.add({
      kind,
      fields: { ...typed, ...fields },
      receivedAt: now().toISOString(),
      idempotencyKey: null,
      isToDeliver: true,
    });
  }
  const acknowledged: Promise<void>[] = [];
  const deliver = async (): Promise<void> => {};
  await deliverDue(
    { store, deliver, acknowledge: (one) => acknowledged.push(acknowledge(one)), logError, now },
    1000,
  );
  await Promise.all(acknowledged);
};

test('a visitor is told, in words that are the owner’s alone, marked as an automatic answer (behavior 9.4)', async () => {
  await receive('enquiry', { email: ' ada@example.com ' });
  expect(sent).toEqual([
    {
      from: 'site@firm.com',
      fromName: identity.firm,
      to: 'ada@example.com',
      replyTo: { name: identity.person, address: identity.email },
      subject: fillIdentity(embedded.acknowledgement.subject, ''),
      text: expect.stringContaining(`\n${identity.person}\n${identity.firm}\n`),
      date: now(),
      messageId: '<acknowledgement-1-1767323045000@firm.com>',
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Adelheid|Byron|Engines|pills/);
});

test('who requests a booking is told, who subscribes is not', async () => {
  await receive('booking', { email: 'ada@example.com' });
  await receive('subscriber', { email: 'bob@example.com' });
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com']);
});

test('nothing is sent to what is no single address', async () => {
  await receive('enquiry', { email: 'a@b@c' }, { email: 'ada@example.com, bob@example.com' });
  expect(sent).toEqual([]);
});

test('a mailbox gets one in a day, however it is written (behavior 9.4)', async () => {
  const spellings = ['ada.byron@example.com', 'Ada.Byron@EXAMPLE.com', 'adabyron+x@example.com'];
  for (const email of spellings) await receive('enquiry', { email });
  expect(sent).toHaveLength(1);
  time += 24 * 60 * 60 * 1000;
  await receive('enquiry', { email: 'ada.byron@example.com' });
  expect(sent).toHaveLength(1);
  time += 1;
  await receive('enquiry', { email: 'ada.byron@example.com' });
  expect(sent).toHaveLength(2);
});

test('all mailboxes together get fifty in a day (behavior 9.4)', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ email: `visitor${n}@example.com` }));
  await receive('enquiry', ...many);
  expect(sent).toHaveLength(50);
  expect(await store.list({ isUndelivered: true })).toEqual([]);
});

test('one that fails is logged without the address, and the delivery stays', async () => {
  await store.add({
    kind: 'enquiry',
    fields: { ...typed, email: 'ada@example.com' },
    receivedAt: now().toISOString(),
    idempotencyKey: null,
    isToDeliver: true,
  });
  const [submission] = await store.list();
  if (!submission) throw new Error('nothing is stored');
  const send = () => Promise.reject(new Error('550 <ada@example.com> unknown'));
  await createAcknowledge({ store, logError, from: 'site@firm.com', now, send })(submission);
  expect(logged).toEqual(['The acknowledgement of enquiry 1 failed: 550 <(address)> unknown']);
});

test('the owner’s mail waits for none, and is told of first', async () => {
  for (const email of ['ada@example.com', 'bob@example.com']) {
    await store.add({
      kind: 'enquiry',
      fields: { ...typed, email },
      receivedAt: now().toISOString(),
      idempotencyKey: null,
      isToDeliver: true,
    });
  }
  const order: string[] = [];
  const send = (mail: Mail): Promise<void> => {
    order.push(`to ${mail.to}`);
    return new Promise(() => {});
  };
  const acknowledge = createAcknowledge({ store, logError, from: 'site@firm.com', now, send });
  const deliver = async ({ id }: { id: number }): Promise<void> => {
    order.push(`owner ${id}`);
    if (id === 2) throw new Error('451 Not now');
  };
  await deliverDue({ store, deliver, acknowledge, logError, now }, 10);
  await expect.poll(() => order).toEqual(['owner 2', 'owner 1', 'to ada@example.com']);
});
