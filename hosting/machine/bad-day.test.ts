import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { askForPages, pageLimit } from '#hosting/tests/page-waits.ts';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { serverCommand } from '#hosting/tests/server-process.ts';
import { payload, postEnquiry } from '#hosting/tests/submission.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startDrippingServer } from '#inbox/tests/mail-server.ts';
import { amount } from '../../tests/amount.ts';
import { isInstalled, startWebServer, type WebServerName } from '../../tests/hosts/web-servers.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { fillPlaceFiles } from '../place.ts';

// Whatever fails, no acknowledged message is lost, each refusal is a sentence, and no page waits.

const secure = { servername: 'firm.example', rejectUnauthorized: false };

/** Opens a connection and sends text unchanged. */
const open = async (url: string, start: string) => {
  const { protocol, hostname: host, port } = new URL(url);
  const place = { host, port: Number(port) };
  const isSecure = protocol === 'https:';
  const socket = isSecure ? tls.connect({ ...place, ...secure }) : net.connect(place);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  const write = (more: string) => new Promise((resolve) => socket.write(more, resolve));
  await write(start);
  return { write, answer: () => text(socket) };
};

test('a stopping server answers all requests that were sent, even unread or half-sent ones, accepts no new ones, and exits with code 0', async () => {
  const { url, child, ended, stored } = await serve();
  const body = (message: string) => JSON.stringify({ ...payload, message: `Message ${message}` });
  const head = 'POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const begin = (message: string) =>
    open(url, `${head}Content-Length: ${body(message).length}\r\n\r\n${body(message).slice(0, 9)}`);
  const half = await begin('half');
  await fetch(url);
  // The server reads nothing until it continues, with SIGTERM.
  child.kill('SIGSTOP');
  const unread = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(`${n + 10}`)));
  for (const [n, { write }] of unread.entries()) await write(body(`${n + 10}`).slice(9));
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  await expect.poll(() => fetch(url).catch(() => null)).toBeNull();
  await half.write(body('half').slice(9));
  expect(await ended).toBe(0);
  const answers = await Promise.all([half, ...unread].map(({ answer }) => answer()));
  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([]);
  expect(stored()).toHaveLength(21);
}, 60_000);

test('while the mail server is slow and another program locks a large database, messages wait, or are refused in words after a while, and no page waits (behavior 8.3); old submissions are erased', {
  retry: 2,
  timeout: 120_000,
}, async ({ annotate }) => {
  const place = makePlace();
  const file = databaseFile(place.DATA_DIR);
  const rows = amount(20_000, 200_000);
  const database = openDatabase(file);
  database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${rows})
    INSERT INTO submission (kind, received_at, fields)
    SELECT 'enquiry', iif(n = 1, '2001', strftime('%Y-%m-%dT%H:%M:%fZ')), '{"message":"${'words '.repeat(99)}"}'
    FROM number`);
  const mails = await startDrippingServer();
  onTestFinished(mails.close);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, INBOX_TO: 'owner@example.com' };
  const server = await serve(mail, place);
  await expect.poll(server.output).toMatch(/^Erased what is older than .* years?: 1$/m);
  const sent: string[] = [];
  const sendOne = async () => {
    const message = `Message number ${sent.length}`;
    sent.push(message);
    const answer = await postEnquiry(server.url, { message });
    return [answer.status, (await answer.json()).message];
  };
  const send = (count: number) => Promise.all(Array.from({ length: count }, sendOne));

  const stopAsking = askForPages(server);
  const { received, storage } = embedded.messages;
  for (let round = 0; round < amount(5, 50); round++) {
    expect(await send(20)).toEqual(Array(20).fill([200, received]));
  }
  database.exec('BEGIN EXCLUSIVE');
  expect(await send(8)).toEqual(Array(8).fill([503, storage]));
  sent.splice(-8);
  const waiting = send(8);
  await fetch(server.url);
  database.exec('ROLLBACK');
  database.close();
  expect(await waiting).toEqual(Array(8).fill([200, received]));
  const { longest, count } = await stopAsking();
  await annotate(`${count} pages, the longest ${longest.toFixed(0)} ms`);
  expect(longest).toBeLessThan(pageLimit);
  const messages = server.stored().map(({ fields }) => fields.message);
  expect(messages.slice(rows - 1).sort()).toEqual(sent.sort());
});

test('no hostile submission makes the server fail', async () => {
  const { url, stored } = await serve();
  const texts = fc.oneof(fc.constantFrom(...naughtyStrings), fc.string({ unit: 'binary' }));
  const typed = texts.map((message) => JSON.stringify({ ...payload, message }));
  const deep = fc.nat(30_000).map((depth) => '[{"a":'.repeat(depth));
  const bytes = fc.uint8Array().map((all) => new Uint8Array(all));
  const any = fc.oneof(typed, fc.json(), deep, bytes);
  const headers = { 'Content-Type': 'application/json' };
  for (const body of fc.sample(any, { numRuns: amount(1000, 5000), seed: 20_261_121 })) {
    const sent = fetch(`${url}/api/submit`, { method: 'POST', headers, body });
    // The server refuses a long body by ending the connection early.
    const { status } = await sent.catch(() => ({ status: 413 }));
    expect(status, String(body)).toBeLessThan(500);
  }
  // If the server refused all of them, the test would prove nothing.
  expect(stored().length).toBeGreaterThan(100);
}, 400_000);

/** A stand-in for systemd: holds the port, and restarts the program whenever it ends. */
const holder = `import os, signal, socket, sys
held = socket.create_server(('127.0.0.1', 0), backlog=4096)
os.dup2(held.fileno(), 3)
os.set_inheritable(3, True)
signal.signal(signal.SIGTERM, lambda *_: (os.kill(child, signal.SIGTERM), os._exit(0)))
while True:
    child = os.fork()
    if child == 0:
        os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))
        os.execv(sys.argv[1], sys.argv[1:])
    print('pid', child, flush=True)
    print('ended with', os.waitpid(child, 0)[1], flush=True)
`;

type Proxy = WebServerName | 'nothing';

/** Starts a proxy with the file that a build writes. @returns its URL, or the site's URL without a proxy */
const startProxy = async (name: Proxy, siteDir: string, url: string): Promise<string> => {
  if (name === 'nothing') return url;
  mkdirSync(`${siteDir}.hosting`);
  for (const [file, content] of fillPlaceFiles({ SITE_URL: 'https://firm.example' }, siteDir)) {
    writeFileSync(join(`${siteDir}.hosting`, file), content);
  }
  const proxy = await startWebServer(name, siteDir, url);
  onTestFinished(proxy.stop);
  return proxy.url;
};

/** Asks for a page, or sends a message. @returns the status of the answer, or why there is none */
const ask = async (url: string, message?: string, more: Record<string, string> = {}) => {
  const headers = { Host: 'firm.example', 'Content-Type': 'application/json', ...more };
  const options = { ...secure, method: message ? 'POST' : 'GET', headers };
  const { request } = url.startsWith('https') ? https : http;
  const sent = request(new URL(message ? '/api/submit' : '/', url), options);
  sent.end(message && JSON.stringify({ ...payload, message }));
  try {
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode;
  } catch (cause) {
    return String(cause);
  }
};

describe.each([
  ['nothing', 'SIGKILL', amount(20, 200)],
  ['Caddy', 'SIGTERM', amount(3, 20)],
  ['nginx', 'SIGTERM', amount(3, 20)],
] as const)('behind %s', (name, signal, times) => {
  const isMissing = name !== 'nothing' && !isInstalled(name);

  test(`under load, ${signal} loses nothing that was acknowledged; a restart loses no request`, async (context) => {
    context.skip(isMissing);
    const place = makePlace();
    const held = ['python3', '-c', holder, ...serverCommand];
    const site = await serve({ HOST: '127.0.0.1' }, place, held);
    const url = await startProxy(name, place.SITE_DIR, site.url);
    const output = (words: RegExp) => Array.from(site.output().matchAll(words), ([, it]) => it);
    const acknowledged = new Set<string>();
    const again: string[] = [];
    const failures: unknown[] = [];
    let count = 0;
    let isLoading = true;
    const load = async (): Promise<void> => {
      while (isLoading) {
        const message = again.pop() ?? `Message number ${++count}`;
        const answers = [await ask(url, message, { 'Idempotency-Key': message })];
        if (answers[0] === 200) acknowledged.add(message);
        else again.push(message);
        for (let page = 0; page < 3; page++) answers.push(await ask(url));
        failures.push(...answers.filter((answer) => answer !== 200));
      }
    };
    const loads = Array.from({ length: 16 }, load);
    for (let restart = 0; restart < times; restart++) {
      const enough = acknowledged.size + Math.random() * 60;
      await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(enough);
      process.kill(Number(output(/pid (\d+)/g).at(-1)), signal);
      await expect.poll(() => output(/(The site)/g).length).toBe(restart + 2);
    }
    isLoading = false;
    await Promise.all(loads);
    const inbox = site.stored();
    const stored = new Set(inbox.map(({ fields }) => fields.message));
    await context.annotate(`${times} times: ${acknowledged.size} acknowledged`);
    expect([...acknowledged].filter((message) => !stored.has(message))).toEqual([]);
    expect(inbox).toHaveLength(stored.size);
    // The status is that of wait(2).
    const end = signal === 'SIGKILL' ? '9' : '0';
    expect(output(/ended with (\d+)/g)).toEqual(Array(times).fill(end));
    // Connections break when the server is killed.
    const isLost = (failure: unknown) => signal === 'SIGTERM' || typeof failure === 'number';
    expect(failures.filter(isLost)).toEqual([]);
  }, 900_000);

  test('slow clients and clients that read nothing delay no page, and the site stays below 200 MB; a client cannot claim another address, a request with two hosts is refused, a name with a dot at its end leads to the site, and each encoding has its own length', async (context) => {
    context.skip(name === 'nothing' || isMissing || process.platform !== 'linux');
    const place = makePlace();
    writeFileSync(join(place.SITE_DIR, 'large.pdf'), Buffer.alloc(1e6));
    writeFileSync(join(place.SITE_DIR, 'index.html.gz'), gzipSync('<title>Home</title>'));
    const limits = { RATE_LIMIT: '1', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };
    const server = await serve({ HOST: '127.0.0.1', ...limits }, place);
    const url = await startProxy(name, place.SITE_DIR, server.url);
    // A header without an end, a body without an end, and answers that nobody reads.
    const head = '/large.pdf HTTP/1.1\r\nHost: firm.example\r\n';
    const [get, post] = [`GET ${head}`, `POST ${head}Content-Length: 999\r\n\r\nx`];
    const kinds = [get, post, `${get}\r\n`.repeat(20)];
    const clients = Array(17).fill(kinds).flat();
    const flood = amount(6, 30);
    for (let n = 0; n < flood; n++) await Promise.all(clients.map((each) => open(url, each)));
    const startedAt = performance.now();
    const claim = (n: number) => ({ 'X-Forwarded-For': `192.0.2.${n}` });
    expect([await ask(url), await ask(url, 'After the flood', claim(1))]).toEqual([200, 200]);
    const waited = performance.now() - startedAt;
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    const memory = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    const cost = `${flood * 51} clients, ${memory.toFixed(0)} MB, ${waited.toFixed(0)} ms`;
    await context.annotate(cost);
    expect(waited).toBeLessThan(2000);
    expect(memory).toBeLessThan(200);
    expect(await ask(url, 'Another message', claim(2))).toBe(429);
    for (const [hosts, answered] of [
      ['firm.example\r\nHost: x', /^HTTP\/1.1 400 /],
      ['firm.example.', /<title>Home|^Location: https:\/\/firm\.example\/\r$/m],
      ['firm.example', /^Content-Length: 19\r$/im],
    ] as const) {
      const home = `GET / HTTP/1.1\r\nHost: ${hosts}\r\nConnection: close\r\n\r\n`;
      expect(await (await open(url, home)).answer(), hosts).toMatch(answered);
    }
  }, 120_000);
});
