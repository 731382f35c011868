import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { query as queryFile } from '#hosting/tests/test-site.ts';
import { earlyDatabase, earlyMigrations } from '#inbox/tests/early-bookings.ts';
import { type MailApi, startMailApi } from '#inbox/tests/mail-api.ts';
import { createWranglerStore } from '#tools/inbox/wrangler-store.ts';
import { amount } from '../../tests/amount.ts';
import { bookingForm, freeTimes, postAtOnce } from '../tests/booking-requests.ts';
import * as wrangler from './wrangler.ts';

// In workerd, before a stand-in for the mail service. What pages and forms answer, tests/hosts/ shows.

const folder = fs.mkdtempSync(join(tmpdir(), 'workers-'));
const siteDir = join(folder, 'site');
const stateDir = join(folder, 'state');
const store = createWranglerStore(['--local', '--persist-to', stateDir]);
const feed = createServer((_, response) => {
  response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
}).listen(0, '127.0.0.1');
let api: MailApi;
let preview: wrangler.WorkersPreview;
beforeAll(async () => {
  fs.mkdirSync(siteDir);
  fs.writeFileSync(join(siteDir, 'index.html'), '');
  api = await startMailApi();
  const { port } = feed.address() as AddressInfo;
  preview = await wrangler.startWorkersPreview(0, siteDir, stateDir, {
    variables: {
      ...{ RESEND_API_KEY: 're_secret', RESEND_BASE_URL: api.url, INBOX_ACKNOWLEDGE: 'yes' },
      ...{ INBOX_TO: 'owner@example.com', INBOX_FROM: 'site@example.com' },
      ...{ PUBLIC_ANALYTICS_ENDPOINT: '/api/count', CALENDAR_URLS: `http://127.0.0.1:${port}/` },
      // Which no Worker can use.
      SMTP_URL: 'smtp://mail.example.com',
    },
  });
}, 120_000);
afterAll(async () => {
  await preview?.stop();
  await api?.close();
  feed.close();
  fs.rmSync(folder, { recursive: true, force: true });
}, 60_000);

const query = (sql: string) => queryFile(preview.databaseFile, sql);
const runSchedule = () => fetch(new URL('/cdn-cgi/handler/scheduled', preview.url));

test('an enquiry is stored once, also without the style sheet of the pages, mailed when the service takes it, then acknowledged; the owner reads and erases it from another machine', async () => {
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
  expect(api.requests[1]?.body.from).toMatch(/ <site@example\.com>$/);

  const [submission] = await store.list({ kind: 'enquiry' });
  expect(submission?.fields.message).toBe('Zwölf \ud800 Zeichen');
  expect(await store.erase({ id: submission?.id ?? 0 })).toEqual({ count: 1, isGone: true });
  expect(query('SELECT * FROM submission')).toEqual([]);
});

test('the style sheet of the pages is asked for until it can be read', async () => {
  fs.writeFileSync(join(siteDir, 'embedded.css'), 'main{margin:0}');
  const readPage = async () => (await fetch(new URL('/newsletter', preview.url))).text();
  await expect.poll(readPage).toContain('main{margin:0}');
  fs.rmSync(join(siteDir, 'embedded.css'));
  expect(await readPage()).toContain('main{margin:0}');
});

test('counts have a limit of their own', async () => {
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
  const count = { method: 'POST', headers, body: 'page_view direct' };
  for (let n = 0; n < 25; n++) {
    expect((await fetch(new URL('/api/count', preview.url), count)).status).toBe(204);
  }
  const counted = query("SELECT label, count FROM event_count WHERE event = 'page_view'");
  expect(counted).toEqual([{ label: 'direct', count: 25 }]);
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
    const mailed = () =>
      api.requests.slice(before).map(({ body }) => {
        const [file] = (body.attachments ?? []) as { content_type: string }[];
        return `${body.to} ${/method=(.*)/.exec(file?.content_type ?? '')?.[1]}`;
      });
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

test('the schedule erases what is older than the privacy policy allows, and reads the owner’s calendar', async () => {
  query(
    "INSERT INTO submission (kind, received_at, fields) VALUES ('enquiry', '2001-01-01', '{}')",
  );
  await runSchedule();
  expect(query("SELECT * FROM submission WHERE fields = '{}'")).toEqual([]);
  if (availability) expect(query('SELECT * FROM calendar')).toHaveLength(1);
});

test('a database of an early version is brought up to date, with what it holds', async () => {
  const place = ['--local', '--persist-to', join(folder, 'early')];
  const file = join(folder, 'early.sql');
  const names = earlyMigrations.map((name) => `('${name}')`).join(', ');
  // As wrangler keeps what it has applied.
  const applied = `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
    INSERT INTO d1_migrations (name) VALUES ${names};`;
  fs.writeFileSync(file, `${earlyDatabase('2d6852d')} ${applied}`);
  const execute = ['d1', 'execute', wrangler.inboxBinding, ...place, '--yes', '--file', file];
  await wrangler.askWrangler(execute);
  for (const _ of [1, 2]) await wrangler.migrateInbox(place, wrangler.askWrangler);
  const early = createWranglerStore(['--local', '--persist-to', join(folder, 'early')]);
  expect(await early.list()).toMatchObject([
    { kind: 'booking', time: { sequence: 1, invitation: 'none' } },
    { kind: 'enquiry', fields: { a: 'b' } },
  ]);
}, 60_000);
