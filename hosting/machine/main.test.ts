import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';

// What the terminal that runs the site shows.

let folder: string;
let dataDir: string;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  rmSync(folder, { recursive: true });
});

const start = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
  const place = { DATA_DIR: dataDir, SITE_DIR: makeSite(folder) };
  const server = await startServerProcess({ ...place, ...environment });
  ends.push(() => server.child.kill('SIGTERM') && server.ended);
  return server;
};

/** @returns the port of a server that says nothing */
const startSilence = async (): Promise<number> => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, 'localhost', resolve));
  ends.push(() => silent.close());
  return (silent.address() as AddressInfo).port;
};

test('what keeps the site from starting is named, with the way out, and ends it with 1', async () => {
  const port = await startSilence();
  const inUse = `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`;
  const ended = 'The server ended with 1: ';
  await expect(start({ PORT: String(port) })).rejects.toThrow(`${ended}${inUse}\n`);
  const number = 'PORT must be a number, but is "http"';
  await expect(start({ PORT: 'http' })).rejects.toThrow(`${ended}${number}\n`);
  const file = join(folder, 'site/index.html/inbox.sqlite');
  const unwritable = `The database ${file} cannot be written. Check who owns the folder, or set DATA_DIR to another one.`;
  const environment = { DATA_DIR: join(folder, 'site/index.html') };
  await expect(start(environment)).rejects.toThrow(`${ended}${unwritable}\n`);
});

test('without mail, it names the file of the submissions, and has a line for each without what was typed', async () => {
  const { url, said } = await start();
  const kept = `  Mail          not configured; submissions are kept in ${dataDir}/inbox.sqlite\n`;
  await expect.poll(said).toContain(kept);
  await postEnquiry(url, { first_name: 'Adelheid', email: 'ada@example.com' });
  await expect.poll(said).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 1\n$/);
  expect(said()).not.toMatch(/Adelheid|ada@/);
});

test('it names the mail service, and whether that answers, refuses, or is silent, without the password', async () => {
  const mails = await startMailServer();
  const api = await startMailApi();
  ends.push(mails.close, api.close);
  api.answer = { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } };
  const INBOX_TO = 'owner@example.com';
  const { host } = new URL(mails.url);
  const open = await start({ INBOX_TO, SMTP_URL: mails.url.replace('//', '//user:secret@') });
  await expect.poll(open.said).toContain(`The mail service ${host} answers.\n`);
  expect(open.said()).toContain(`  Mail          to ${INBOX_TO}, by ${host}\n`);
  expect(open.said()).not.toContain('secret');
  const { said } = await start({ INBOX_TO, RESEND_API_KEY: 're_x', RESEND_BASE_URL: api.url });
  const reason = 'The mail service answered 403: API key is invalid. Submissions are kept, and ';
  await expect.poll(said).toContain(`${new URL(api.url).host} cannot be used: ${reason}`);
  const address = `smtp://127.0.0.1:${await startSilence()}?greetingTimeout=1000`;
  const silent = await start({ INBOX_TO, SMTP_URL: address });
  expect((await postEnquiry(silent.url)).status).toBe(200);
  expect(silent.said()).not.toContain('The mail service');
  const never = 'cannot be used: Greeting never received';
  await expect.poll(silent.said).toContain(never);
});

test('what is older than the privacy policy allows is erased at the start, also from the disk', async () => {
  const database = openDatabase(join(dataDir, 'inbox.sqlite'));
  const store = createSqliteStore(database);
  const rest = { kind: 'enquiry', idempotencyKey: null, isToDeliver: false } as const;
  await store.add({ ...rest, receivedAt: '2001-02-03T04:05:06.000Z', fields: { message: 'Old' } });
  await store.add({ ...rest, receivedAt: new Date().toISOString(), fields: { message: 'New' } });
  database.close();
  const { said } = await start();
  await expect.poll(said).toMatch(/^Erasing what is older than .* years?: 1$/m);
  const onDisk = () =>
    readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  await expect.poll(() => onDisk().join()).not.toContain('"Old"');
  expect(onDisk().join()).toContain('"New"');
});
