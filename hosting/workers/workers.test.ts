import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { type MailApi, startMailApi } from '#inbox/tests/mail-api.ts';
import { createWranglerStore } from '#tools/inbox/wrangler-store.ts';
import { amount } from '../../tests/amount.ts';
import { bookingForm, freeTimes, postAtOnce } from '../tests/booking-requests.ts';
import { startWorkersPreview, type WorkersPreview } from './preview.ts';

// In workerd, before a stand-in for the mail service. What pages and forms answer, tests/hosts/ shows.

let folder: string;
let api: MailApi;
let preview: WorkersPreview;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'embedded.css'), '');
  api = await startMailApi();
  preview = await startWorkersPreview({
    ...{ port: 0, siteDir, stateDir: join(folder, 'state') },
    variables: {
      ...{ RESEND_API_KEY: 're_secret', RESEND_BASE_URL: api.url, INBOX_ACKNOWLEDGE: 'yes' },
      ...{ INBOX_TO: 'owner@example.com', INBOX_FROM: 'site@example.com' },
      // Which no Worker can use.
      SMTP_URL: 'smtp://mail.example.com',
    },
  });
}, 120_000);
afterAll(async () => {
  await preview?.stop();
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const query = (sql: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(preview.databaseFile, { timeout: 5000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

const runSchedule = () => fetch(new URL('/cdn-cgi/handler/scheduled', preview.url));

test('an enquiry is stored once, mailed to the owner until the service takes it, then acknowledged once', async () => {
  api.answer = { status: 403, body: { name: 'validation_error', message: 'Not verified' } };
  const enquiry = { email: 'ada@example.com', message: 'Zwölf \ud800 Zeichen' };
  for (const _ of [1, 2]) {
    const response = await postEnquiry(preview.url, enquiry, { 'Idempotency-Key': 'one' });
    expect(await response.json()).toEqual({ success: true, message: embedded.messages.received });
  }
  const refused = [{ last_error: 'The mail service answered 403' }];
  await expect.poll(() => query('SELECT last_error FROM submission')).toEqual(refused);

  api.answer = { status: 200, body: { id: '1' } };
  query(`UPDATE submission SET next_attempt_at = '2000-01-01T00:00:00.000Z'`);
  await runSchedule();
  await expect.poll(() => api.requests.length).toBe(3);
  const [owner, ada] = [['owner@example.com'], ['ada@example.com']];
  expect(api.requests.map(({ body }) => body.to)).toEqual([owner, owner, ada]);
  const [first, second] = api.requests;
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body.from).toMatch(/ <site@example\.com>$/);
  expect(second?.body.reply_to).toBe('ada@example.com');
  expect(query('SELECT next_attempt_at, acknowledged_to, attempts FROM submission')).toEqual([
    { next_attempt_at: null, acknowledged_to: 'ada@example.com', attempts: 2 },
  ]);
});

test('the owner reads, marks and erases an enquiry from another machine', async () => {
  const store = createWranglerStore(['--local', '--persist-to', join(folder, 'state')]);
  const [submission] = await store.list({ kind: 'enquiry' });
  expect(submission?.fields.message).toBe('Zwölf \ud800 Zeichen');
  const id = submission?.id ?? 0;
  await store.markSeen([id], '2026-01-02T03:04:05.000Z');
  expect(await store.setAnswered(id, '2026-01-02T03:04:05.000Z')).toBe(true);
  const at = '2026-01-02T03:04:05.000Z';
  expect(await store.list({ id })).toMatchObject([{ seenAt: at, answeredAt: at }]);
  expect(await store.erase({ id })).toEqual({ count: 1, isGone: true });
  expect(await store.erase({ id })).toEqual({ count: 0, isGone: true });
  expect(query('SELECT * FROM submission')).toEqual([]);
});

test.skipIf(!availability)(
  'of many requests for one time in one moment, one is booked, and those beyond the limit of an address are refused; the booking and its change by the owner are mailed to both',
  async () => {
    const before = api.requests.length;
    const [time = ''] = await freeTimes(preview.url);
    const forms = Array.from({ length: amount(50, 1000) }, () => bookingForm(time));
    const answers = await postAtOnce(`${preview.url}/book`, forms);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    // The platform counts in fixed minutes, so up to twice the limit can pass.
    expect(statuses.at(-1)).toBeGreaterThanOrEqual(429);
    // On a busy machine, this D1 gives some no connection.
    expect(statuses.every((status) => [303, 409, 429, 503].includes(status))).toBe(true);
    expect(await freeTimes(preview.url)).not.toContain(time);
    const mailed = () =>
      api.requests.slice(before).map(({ body }) => {
        const [file] = (body.attachments ?? []) as { content_type: string }[];
        return `${body.to} ${/method=(.*)/.exec(file?.content_type ?? '')?.[1]}`;
      });
    const store = createWranglerStore(['--local', '--persist-to', join(folder, 'state')]);
    const [booking] = await store.list({ kind: 'booking' });
    if (!booking?.time) throw new Error('nothing is booked');
    const { email } = booking.fields;
    const first = [`${email} REQUEST`, 'owner@example.com PUBLISH'];
    await expect.poll(() => mailed().sort()).toEqual(first);
    await store.cancelBooking({ ...booking, time: booking.time }, new Date().toISOString(), 'both');
    await runSchedule();
    const second = ['owner@example.com CANCEL', `${email} CANCEL`];
    await expect.poll(() => mailed().slice(2)).toEqual(second);
  },
  120_000,
);

test('the schedule erases what is older than the privacy policy allows, from D1', async () => {
  for (const [kind, year] of Object.entries({ booking: 2001, subscriber: 2001, enquiry: 2999 })) {
    query(
      `INSERT INTO submission (kind, received_at, fields) VALUES ('${kind}', '${year}-01-01', '{}')`,
    );
  }
  await runSchedule();
  const kept = query(`SELECT kind FROM submission WHERE fields = '{}' ORDER BY id`);
  expect(kept.map(({ kind }) => kind)).toEqual(['subscriber', 'enquiry']);
});
