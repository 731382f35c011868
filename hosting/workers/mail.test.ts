import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { type MailApi, startMailApi } from '#inbox/tests/mail-api.ts';
import { createWranglerStore } from '#tools/inbox/wrangler-store.ts';
import { bookingForm, freeTimes } from '../tests/booking-requests.ts';
import { startWorkersPreview, type WorkersPreview } from './preview.ts';

// In workerd, before a stand-in for the mail service.

let folder: string;
let api: MailApi;
let preview: WorkersPreview;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workers-mail-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'embedded.css'), '');
  api = await startMailApi();
  preview = await startWorkersPreview({
    port: 0,
    siteDir,
    stateDir: join(folder, 'state'),
    variables: {
      RESEND_API_KEY: 're_secret',
      RESEND_BASE_URL: api.url,
      INBOX_TO: 'owner@example.com',
      INBOX_FROM: 'site@example.com',
      INBOX_ACKNOWLEDGE: 'yes',
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
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};

const runSchedule = (): Promise<Response> =>
  fetch(new URL('/cdn-cgi/handler/scheduled', preview.url));

test('an enquiry is mailed to the owner until the service takes it, then acknowledged once', async () => {
  api.answer = { status: 403, body: { name: 'validation_error', message: 'Not verified' } };
  await postEnquiry(preview.url, { email: 'ada@example.com' });
  await expect
    .poll(() => query('SELECT last_error FROM submission'))
    .toEqual([{ last_error: 'The mail service answered 403' }]);

  api.answer = { status: 200, body: { id: '1' } };
  query(`UPDATE submission SET next_attempt_at = '2000-01-01T00:00:00.000Z'`);
  await runSchedule();
  await expect.poll(() => api.requests.length).toBe(3);
  expect(api.requests.map(({ body }) => [body.from, body.to])).toEqual([
    ['site@example.com', ['owner@example.com']],
    ['site@example.com', ['owner@example.com']],
    ['site@example.com', ['ada@example.com']],
  ]);
  const [first, second, acknowledgement] = api.requests;
  expect(second?.headers['user-agent']).toBe('consultant-site');
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toMatchObject({ reply_to: 'ada@example.com' });
  expect(acknowledgement?.body.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' });
  expect(query('SELECT next_attempt_at, acknowledged_to FROM submission')).toEqual([
    { next_attempt_at: null, acknowledged_to: 'ada@example.com' },
  ]);
});

test.skipIf(!availability)(
  'a booking is mailed to both, and so is its change by the owner, with the schedule',
  async () => {
    const [time = ''] = await freeTimes(preview.url);
    const before = api.requests.length;
    const body = new URLSearchParams({ ...bookingForm(time), email: 'ada@example.com' });
    const booked = await fetch(new URL('/book', preview.url), { method: 'POST', body });
    expect(booked.status).toBe(200);
    const mailed = () =>
      api.requests.slice(before).map(({ body }) => {
        const [file] = (body.attachments ?? []) as { content_type: string }[];
        return `${body.to} ${/method=(.*)/.exec(file?.content_type ?? '')?.[1]}`;
      });
    const first = ['ada@example.com REQUEST', 'owner@example.com PUBLISH'];
    await expect.poll(() => mailed().sort()).toEqual(first);

    const store = createWranglerStore(['--local', '--persist-to', join(folder, 'state')]);
    const [booking] = await store.list({ kind: 'booking' });
    if (!booking?.time) throw new Error('nothing is booked');
    await store.cancelBooking({ ...booking, time: booking.time }, new Date().toISOString(), 'both');
    await runSchedule();
    await expect
      .poll(() => mailed().slice(2))
      .toEqual(['owner@example.com CANCEL', 'ada@example.com CANCEL']);
    await expect.poll(async () => (await store.list())[0]?.time?.invitation).toBe('sent');
  },
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
