import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';

// What the terminal that runs the site shows.

let folder: string;
const servers: ServerProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
});
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

const silence = async (): Promise<number> => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, 'localhost', resolve));
  onTestFinished(() => void silent.close());
  return (silent.address() as AddressInfo).port;
};

/** Runs a program that refuses to start. @returns its exit code and what it said */
const fail = (environment: Record<string, string>, program = 'tools/start.ts') =>
  new Promise<[code: number | null, said: string]>((resolve) => {
    const place = { DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder), PORT: '0' };
    const env = { PATH: process.env.PATH, ...place, ...environment };
    const child = spawn(process.execPath, [program], { env });
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => {
        said += chunk;
        // A server that starts by mistake would never end.
        if (said.includes('Ctrl-C')) child.kill();
      });
    }
    child.once('exit', (code) => resolve([code, said.trim()]));
  });

test('what keeps the site from starting is named, with the way out', async () => {
  const endpoint =
    'The environment has mistakes:\n  - PUBLIC_FORM_ENDPOINT must be a web address (https://…) or a path on this site (/…), but is "nowhere"';
  expect(await fail({ PUBLIC_FORM_ENDPOINT: 'nowhere' })).toEqual([1, endpoint]);
  expect(await fail({ PORT: 'http' })).toEqual([1, 'PORT must be a number, but is "http"']);
  const port = await silence();
  const inUse = `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`;
  expect(await fail({ PORT: String(port) })).toEqual([1, inUse]);
  writeFileSync(join(folder, 'file'), '');
  const file = join(folder, 'file', 'inbox.sqlite');
  const unwritable = `The database ${file} cannot be written. Check who owns the folder, or set DATA_DIR to another one.`;
  expect(await fail({ DATA_DIR: join(folder, 'file') })).toEqual([1, unwritable]);
  const notes = 'Not a database, but somebody’s notes. '.repeat(50);
  writeFileSync(join(folder, 'inbox.sqlite'), notes);
  const [code, said] = await fail({ DATA_DIR: folder });
  expect([code, said]).toEqual([1, expect.stringMatching(/is not an SQLite database; nothing /)]);
  expect(readFileSync(join(folder, 'inbox.sqlite'), 'utf8')).toBe(notes);
});

test('a build by Cloudflare names what is set and what Workers do not read', async () => {
  const set = { SMTP_URL: 'smtp://mail.example.com', PUBLIC_FORM_ENDPOINT: 'nowhere' };
  const [, said] = await fail({ WORKERS_CI: '1', ...set }, 'tools/build.ts');
  const sentence = 'SMTP_URL is set, and Workers do not read it: mail is sent with RESEND_API_KEY.';
  expect(said.split('\n')).toContain(sentence);
});

const start = async (environment: Record<string, string> = {}) => {
  const place = { DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder) };
  const server = await startServerProcess({ ...place, ...environment });
  servers.push(server);
  return server;
};

test('without mail, it names the file of the submissions, and has a line for each without what was typed', async () => {
  const { url, said } = await start();
  const file = join(folder, 'data', 'inbox.sqlite');
  const kept = `  Mail          not configured; submissions are kept in ${file}\n`;
  await expect.poll(said).toContain(kept);
  await postEnquiry(url, { first_name: 'Adelheid', email: 'ada@example.com' });
  await expect.poll(said).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 1\n$/);
  expect(said()).not.toMatch(/Adelheid|ada@/);
});

test('it names the mail service, and whether that answers, refuses, or is silent, without the password', async () => {
  const mails = await startMailServer();
  const api = await startMailApi();
  onTestFinished(async () => void (await Promise.all([mails.close(), api.close()])));
  api.answer = { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } };
  const INBOX_TO = 'owner@example.com';
  const { host } = new URL(mails.url);
  const open = await start({ INBOX_TO, SMTP_URL: mails.url.replace('//', '//user:secret@') });
  await expect.poll(open.said).toContain(`  Mail          to ${INBOX_TO}, by ${host}\n`);
  await expect.poll(open.said).toContain(`The mail service ${host} answers.\n`);
  expect(open.said()).not.toContain('secret');
  const { said } = await start({ INBOX_TO, RESEND_API_KEY: 're_x', RESEND_BASE_URL: api.url });
  const reason = 'The mail service answered 403: API key is invalid. Submissions are kept, and ';
  await expect.poll(said).toContain(`${new URL(api.url).host} cannot be used: ${reason}`);
  const address = `smtp://127.0.0.1:${await silence()}?greetingTimeout=1000`;
  const silent = await start({ INBOX_TO, SMTP_URL: address });
  expect((await postEnquiry(silent.url)).status).toBe(200);
  expect(silent.said()).not.toContain('The mail service');
  await expect
    .poll(silent.said, { timeout: 20_000 })
    .toMatch(/cannot be used: Greeting never received/);
  expect(mails.received).toEqual([]);
});

test('what is older than the privacy policy allows is erased at the start, also from the disk', async () => {
  const dataDir = join(folder, 'data');
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
