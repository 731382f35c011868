import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { earlyDatabase, earlyMigrations } from '#inbox/tests/early-bookings.ts';
import { createWranglerStore } from '#tools/inbox/wrangler-store.ts';
import { startWorkersPreview, type WorkersPreview } from './preview.ts';
import { askWrangler, inboxBinding, migrateInbox } from './wrangler.ts';

let folder: string;
let receiver: Server;
let receiverStatus = 500;
const posted: { kind: string; fields: Record<string, string> }[] = [];
let preview: WorkersPreview;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const siteDir = join(folder, 'site');
  mkdirSync(join(siteDir, 'terms'), { recursive: true });
  writeFileSync(join(siteDir, 'index.html'), 'Home');
  writeFileSync(join(siteDir, 'terms/index.html'), 'Terms');
  writeFileSync(join(siteDir, '404.html'), 'No such page');
  writeFileSync(join(siteDir, 'embedded.css'), 'main{margin:0}');
  writeFileSync(
    join(siteDir, '_headers'),
    '/*\n  X-Site: yes\n\n/_astro/*\n  Cache-Control: max-age=31536000, immutable\n',
  );
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(receiverStatus).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  preview = await startWorkersPreview({
    port: 0,
    siteDir,
    stateDir: join(folder, 'state'),
    variables: {
      INBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      PUBLIC_ANALYTICS_ENDPOINT: '/api/count',
    },
  });
}, 120_000);

afterAll(async () => {
  await preview?.stop();
  receiver?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Row {
  attempts: number;
  last_error: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
}

const query = (sql: string): Row[] => {
  const database = new DatabaseSync(preview.databaseFile, { timeout: 5000 });
  try {
    return database.prepare(sql).all() as unknown as Row[];
  } finally {
    database.close();
  }
};

const get = (path: string): Promise<Response> =>
  fetch(new URL(path, preview.url), { redirect: 'manual' });

test('pages are static assets with clean addresses and the site’s headers', async () => {
  const home = await get('/');
  expect([home.status, await home.text(), home.headers.get('X-Site')]).toEqual([
    200,
    'Home',
    'yes',
  ]);
  expect(await (await get('/terms')).text()).toBe('Terms');
  for (const path of ['/terms/', '/terms.html', '/terms/index.html']) {
    expect((await get(path)).headers.get('Location'), path).toBe('/terms');
  }
});

test('what is not there is the page for it, which is kept nowhere for good', async () => {
  const belowBackend = ['/api', '/book/999', '/newsletter/x', '/healthz/x'];
  const others = [
    '/no/such/page',
    '/404',
    '/404.html',
    '/404/',
    '/404/index.html',
    '/_headers',
    '/_astro/old.js',
  ];
  for (const path of [...others, ...belowBackend]) {
    const missing = await get(path);
    expect([missing.status, await missing.text()], path).toEqual([404, 'No such page']);
    expect(missing.headers.get('X-Site')).toBe('yes');
    expect(missing.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    const again = { headers: { 'If-None-Match': missing.headers.get('ETag') ?? '' } };
    expect((await fetch(new URL(path, preview.url), again)).status).toBe(404);
  }
});

test('the form backend’s pages have the styles of the site', async () => {
  const booking = await get('/book');
  expect(await booking.text()).toContain('<style>main{margin:0}</style>');
});

test('an enquiry is stored once, and posted to the webhook until it is taken', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  for (const _ of [1, 2]) {
    const response = await postEnquiry(preview.url, { message: 'Zwölf \ud800 Zeichen' }, headers);
    expect(await response.json()).toEqual({ success: true, message: embedded.messages.received });
  }
  await expect
    .poll(() => query('SELECT * FROM submission').map(({ last_error }) => last_error))
    .toEqual(['The webhook answered 500']);
  expect(posted).toHaveLength(1);

  receiverStatus = 200;
  await get('/cdn-cgi/handler/scheduled');
  expect(posted).toHaveLength(1);
  query(`UPDATE submission SET next_attempt_at = '2000-01-01T00:00:00.000Z'`);
  await get('/cdn-cgi/handler/scheduled');
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ kind: 'enquiry', fields: { message: 'Zwölf \ud800 Zeichen' } });
  expect(query('SELECT * FROM submission')).toMatchObject([
    { attempts: 2, last_error: null, next_attempt_at: null, delivered_at: expect.any(String) },
  ]);
});

test('a visit is counted, and who asks not to be is not', async () => {
  for (const wish of [{}, {}, { DNT: '1' }]) {
    const answer = await fetch(new URL('/api/count', preview.url), {
      method: 'POST',
      headers: { 'User-Agent': browser, ...wish },
      body: 'page_view www.example.com',
    });
    expect(answer.status).toBe(204);
  }
  expect(query('SELECT * FROM event_count')).toEqual([
    { day: expect.any(String), event: 'page_view', label: 'www.example.com', count: 2 },
  ]);
});

test('the owner reads, marks and erases an enquiry from another machine', async () => {
  const store = createWranglerStore(['--local', '--persist-to', join(folder, 'state')]);
  const [submission] = await store.list({ kind: 'enquiry', since: '2026-01-01T00:00:00.000Z' });
  expect(submission?.fields.message).toBe('Zwölf \ud800 Zeichen');
  const id = submission?.id ?? 0;
  await store.markSeen([id], '2026-01-02T03:04:05.000Z');
  expect(await store.setAnswered(id, '2026-01-02T03:04:05.000Z')).toBe(true);
  expect(await store.list({ id })).toMatchObject([
    { seenAt: '2026-01-02T03:04:05.000Z', answeredAt: '2026-01-02T03:04:05.000Z' },
  ]);
  expect(await store.erase({ id })).toEqual({ count: 1, isGone: true });
  expect(await store.erase({ id })).toEqual({ count: 0, isGone: true });
  expect(query('SELECT * FROM submission')).toEqual([]);
});

test('a database of an early version is brought up to date, with what it holds', async () => {
  const place = ['--local', '--persist-to', join(folder, 'early')] as const;
  const file = join(folder, 'early.sql');
  const names = earlyMigrations.map((name) => `('${name}')`).join(', ');
  // As wrangler keeps what it has applied.
  const applied = `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
    INSERT INTO d1_migrations (name) VALUES ${names};`;
  writeFileSync(file, `${earlyDatabase('2d6852d')} ${applied}`);
  await askWrangler(['d1', 'execute', inboxBinding, ...place, '--yes', '--file', file]);
  for (const _ of [1, 2]) await migrateInbox(place, askWrangler);
  expect(await createWranglerStore(place).list()).toMatchObject([
    { kind: 'booking', time: { sequence: 1, invitation: 'none' } },
    { kind: 'enquiry', fields: { a: 'b' } },
  ]);
}, 60_000);

test('a message that is too long is refused with a sentence, also where its length is not announced', async () => {
  const long = JSON.stringify({ message: 'x'.repeat(5_000_000) });
  for (const body of [long, new Blob([long]).stream()]) {
    const response = await fetch(new URL('/api/submit', preview.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      success: false,
      message: embedded.messages.tooLarge,
    });
  }
});

test('the health check says that the database can be written', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
});

test('an address that sends too often is refused', async () => {
  const statuses: number[] = [];
  // The platform counts in fixed minutes, so up to twice the limit can pass.
  for (let n = 0; n <= 40 && !statuses.includes(429); n++) {
    const response = await postEnquiry(preview.url, { email: `ada${n}@example.com` });
    statuses.push(response.status);
    if (response.status !== 429) continue;
    expect(response.headers.get('Retry-After')).toBe('60');
    expect((await response.json()).message).toBe(embedded.messages.tooMany);
  }
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});

test('a page is sent compressed, and once', async () => {
  const answer = await fetch(`${preview.url}/newsletter`, {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.text()).toMatch(/^<!doctype html>/i);
});
