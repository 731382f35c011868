import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { query as queryFile } from '#hosting/tests/test-site.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { createWranglerStore } from '#tools/inbox/wrangler-store.ts';
import { amount } from '../../tests/amount.ts';
import { bookingForm, freeTimes, postAtOnce } from '../tests/booking-requests.ts';
import { startWorkersPreview } from './wrangler.ts';

// Runs in workerd, with a stand-in for the mail service. The answers of pages and forms are tested in tests/hosts/.

const owner = 'owner@example.com';
const folder = fs.mkdtempSync(join(tmpdir(), 'workers-'));
const siteDir = join(folder, 'site');
const stateDir = join(folder, 'state');
const store = createWranglerStore(['--local', '--persist-to', stateDir]);
fs.mkdirSync(siteDir);
fs.writeFileSync(join(siteDir, 'index.html'), '');
const api = await startMailApi();
const variables = {
  ...{ RESEND_API_KEY: 're_secret', RESEND_BASE_URL: api.url, INBOX_ACKNOWLEDGE: 'yes' },
  ...{ INBOX_TO: owner, INBOX_FROM: 'site@example.com', CALENDAR_URLS: api.url },
  // A Worker cannot use the last one.
  ...{ PUBLIC_ANALYTICS_ENDPOINT: '/api/count', SMTP_URL: 'smtp://mail.example.com' },
};
const preview = await startWorkersPreview(0, siteDir, stateDir, { variables });
afterAll(async () => {
  await preview.stop();
  await api.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const mailedTo = () => api.requests.flatMap(({ body }) => (body.to ? String(body.to) : []));
const query = (sql: string) => queryFile(preview.databaseFile, sql);
const ask = (path: string, init = {}) => fetch(new URL(path, preview.url), init);
const runSchedule = () => ask('/cdn-cgi/handler/scheduled');

test('an enquiry is stored once, even without the pages’ style sheet, mailed once the service accepts it, and acknowledged; the owner reads and erases it from another machine, and the schedule erases old ones', async () => {
  api.answer = { status: 403, body: { name: 'validation_error', message: 'Not verified' } };
  const enquiry = { email: 'ada@example.com', message: 'Zwölf \ud800 Zeichen' };
  for (const _ of [1, 2]) {
    const response = await postEnquiry(preview.url, enquiry, { 'Idempotency-Key': 'one' });
    expect(await response.json()).toEqual({ success: true, message: embedded.messages.received });
  }
  const refused = [{ last_error: 'The mail service answered 403' }];
  await expect.poll(() => query('SELECT last_error FROM submission')).toEqual(refused);

  api.answer = { status: 200, body: { id: '1' } };
  query("UPDATE submission SET next_attempt_at = '2000-01-01T00:00:00.000Z'");
  query("INSERT INTO submission (kind, received_at, fields) VALUES ('enquiry', '2001', '{}')");
  await runSchedule();
  await expect.poll(() => mailedTo().join()).toBe(`${owner},${owner},ada@example.com`);
  // The mail service's answer is not a calendar, and this failure is stored.
  if (availability) expect(query('SELECT * FROM calendar')).toHaveLength(1);

  const [submission, ...others] = await store.list({ kind: 'enquiry' });
  expect([submission?.fields.message, others]).toEqual(['Zwölf \ud800 Zeichen', []]);
  expect(await store.erase({ id: submission?.id ?? 0 })).toEqual({ count: 1, isGone: true });
  expect(query('SELECT * FROM submission')).toEqual([]);
});

test('the Worker requests the pages’ style sheet until it can be read, and counts have their own rate limit', async () => {
  const page = async () => (await ask('/newsletter')).text();
  fs.writeFileSync(join(siteDir, 'embedded.css'), 'main{margin:0}');
  await expect.poll(page).toContain('main{margin:0}');

  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
  const count = { method: 'POST', headers, body: 'page_view direct' };
  for (let n = 0; n < 25; n++) expect((await ask('/api/count', count)).status).toBe(204);
  expect(query("SELECT count FROM event_count WHERE label = 'direct'")).toEqual([{ count: 25 }]);
});

test('of many simultaneous requests for one time, one is booked and some exceed the rate limit; the booking and its cancellation are mailed to visitor and owner', async (context) => {
  context.skip(!availability, 'There is nothing to book.');
  const before = mailedTo().length;
  const [time = ''] = await freeTimes(preview.url);
  const forms = Array.from({ length: amount(50, 1000) }, () => bookingForm(time));
  const statuses = new Set(await postAtOnce(`${preview.url}/book`, forms));
  // On a busy machine, this D1 refuses some connections: 503.
  expect([303, 409, 429, 503]).toEqual(expect.arrayContaining([...statuses]));
  expect(Math.max(...statuses)).toBeGreaterThanOrEqual(429);
  const [booking, ...others] = await store.list({ kind: 'booking' });
  if (!booking?.time) throw new Error('nothing is booked');
  expect(others).toEqual([]);
  const mailed = () => mailedTo().slice(before).sort();
  const both = [String(booking.fields.email), owner].sort();
  await expect.poll(mailed).toEqual(both);
  await store.cancelBooking({ ...booking, time: booking.time }, new Date().toISOString(), 'both');
  await runSchedule();
  await expect.poll(mailed).toEqual([...both, ...both].sort());
}, 120_000);
