import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';

// What the terminal that runs the site says.

let folder: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'told-'));
});
afterEach(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  server = null;
  rmSync(folder, { recursive: true });
});

const dataDir = (): string => join(folder, 'data');

const start = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
  server = await startServerProcess({
    DATA_DIR: dataDir(),
    SITE_DIR: makeSite(folder),
    ...environment,
  });
  return server;
};

test('where nothing is configured, it says where submissions are kept, and a line for each', async () => {
  const { url, said } = await start();
  await expect
    .poll(said)
    .toContain(
      `  Mail          not configured; submissions are kept in ${dataDir()}/inbox.sqlite\n`,
    );
  await postEnquiry(url, { first_name: 'Adelheid', email: 'ada@example.com' });
  await expect.poll(said).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 1\n$/);
  expect(said()).not.toMatch(/Adelheid|ada@/);
});

test('it says whom mail goes to, and that the mail server answers', async () => {
  const mails = await startMailServer();
  const { host } = new URL(mails.url);
  const { said } = await start({
    SMTP_URL: mails.url.replace('//', '//user:secret@'),
    INBOX_TO: 'owner@example.com',
  });
  await expect.poll(said).toContain(`  Mail          to owner@example.com, by ${host}\n`);
  // This one knows no users, so that it refuses the password.
  await expect.poll(said).toContain(`The mail service ${host} `);
  expect(said()).not.toContain('secret');
  server?.child.kill('SIGTERM');
  await server?.ended;
  const open = await start({ SMTP_URL: mails.url, INBOX_TO: 'owner@example.com' });
  await expect.poll(open.said).toContain(`The mail service ${host} answers.\n`);
  expect(mails.received).toEqual([]);
  await mails.close();
});

test('a mail service that refuses is named with its reason, and nothing waits for it', async () => {
  const api = await startMailApi();
  api.answer = { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } };
  const { said } = await start({
    RESEND_API_KEY: 're_secret',
    RESEND_BASE_URL: api.url,
    INBOX_TO: 'owner@example.com',
  });
  await expect
    .poll(said)
    .toContain(
      `The mail service ${new URL(api.url).host} cannot be used: The mail service answered 403: API key is invalid. Submissions are kept, and mailed when it can.`,
    );
  await api.close();
});

test('a mail server that says nothing does not hold up the site', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const { url, said } = await start({
    SMTP_URL: `smtp://127.0.0.1:${port}?greetingTimeout=1000`,
    INBOX_TO: 'owner@example.com',
  });
  expect((await postEnquiry(url)).status).toBe(200);
  expect(said()).not.toContain('The mail service');
  await expect.poll(said, { timeout: 20_000 }).toMatch(/cannot be used: .*(?:timeout|greeting)/i);
  silent.close();
});

test('what is older than the privacy policy allows is erased at the start, also from the disk', async () => {
  const file = join(dataDir(), 'inbox.sqlite');
  const database = openDatabase(file);
  for (const [receivedAt, message] of [
    ['2001-02-03T04:05:06.000Z', 'An old secret'],
    [new Date().toISOString(), 'A new one'],
  ] as const) {
    await createSqliteStore(database).add({
      kind: 'enquiry',
      receivedAt,
      fields: { message },
      idempotencyKey: null,
      isToDeliver: false,
    });
  }
  database.close();
  const { said } = await start();
  await expect.poll(said).toMatch(/^Erasing what is older than .* years?: 1$/m);
  const onDisk = () =>
    readdirSync(dataDir()).map((name) => readFileSync(join(dataDir(), name), 'latin1'));
  await expect.poll(() => onDisk().join()).not.toContain('An old secret');
  const rows = openDatabase(file);
  expect(await createSqliteStore(rows).count({})).toBe(1);
  rows.close();
});
