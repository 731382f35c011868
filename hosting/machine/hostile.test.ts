import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fields } from '#enquiry/fields.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { readServerConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

interface Hostile {
  method?: string;
  path?: string;
  type?: string;
  body: string | Buffer;
  /** What is stored if this is accepted. */
  sent?: Record<string, unknown>;
}

let folder: string;
let server: RunningServer;
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const place = { DATA_DIR: folder, SITE_DIR: makeSite(folder) };
  server = await startServer(readServerConfig({ PORT: '0', RATE_LIMIT: '0', ...place }));
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** @returns the status; 0 where the connection ended first, as it does when a long body is refused */
const send = ({ method = 'POST', path = '/api/submit', type, body }: Hostile): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    const headers = { Accept: 'application/json', ...(type && { 'Content-Type': type }) };
    request({ hostname, port, agent, method, path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', () => resolve(0))
      .end(body);
  });

const text = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const typed = fc.tuple(text, text, text, text).map(([name, before, after, rest]) => ({
  ...{ ...payload, first_name: name, last_name: name, email: `${before}@${after}`, company: name },
  ...{ role: rest, interested_in: rest, urgency: rest, message: `${rest} long enough` },
}));
const json = 'application/json';
const asJson = typed.map((sent) => ({ type: json, body: JSON.stringify(sent), sent }));
const asForm = typed.map((values) => {
  const pairs = Object.entries(values).map(([name, value]) => [name, value.toWellFormed()]);
  const body = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const lines = pairs.map(([name, value = '']) => [name, value.replaceAll('\r\n', '\n')]);
  return { type: 'application/x-www-form-urlencoded', body, sent: Object.fromEntries(lines) };
});
const otherJson = fc.json({ maxDepth: 4 }).map((body) => {
  const read: unknown = JSON.parse(body);
  return { type: json, body, ...(read instanceof Object && { sent: { ...read } }) };
});
const deep = fc
  .tuple(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom('[', '{"a":', '[{"message":'))
  .map(([depth, open]) => ({ type: json, body: open.repeat(depth) }));
const anyBytes = fc
  .tuple(fc.constantFrom(json, 'multipart/form-data; boundary=x', 'text/x'), fc.uint8Array())
  .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) }));
const elsewhere = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
  path: fc.oneof(
    fc.constantFrom('/book', '/book/45', '/newsletter', '/healthz', '/', '/%', '//', '/..'),
    fc.stringMatching(/^\/[!-~]{0,60}$/),
  ),
  body: fc.constant(''),
});
const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  asJson,
  asForm,
  otherJson,
  deep,
  anyBytes,
  elsewhere,
);

test('no hostile request fails the server, and what is accepted reads back exactly', async () => {
  const database = openDatabase(databaseFile(folder));
  const store = createSqliteStore(database);
  let accepted = 0;
  const textOf = (sent: Hostile['sent'], name: string): string =>
    typeof sent?.[name] === 'string' ? sent[name] : '';
  const many = fc.array(hostile, { minLength: 50, maxLength: 50 });
  const check = fc.asyncProperty(many, async (requests) => {
    const statuses = await Promise.all(requests.map(send));
    expect(Math.max(...statuses)).toBeLessThan(500);
    const kept = requests.filter((each, n) => statuses[n] === 200 && !each.path);
    accepted += kept.length;
    const sent = kept.map((each) => fields.map(({ wireName }) => textOf(each.sent, wireName)));
    const rows = await store.list({ kind: 'enquiry' });
    const stored = rows.map((row) => fields.map(({ name }) => row.fields[name]));
    const sorted = (all: unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
    expect(sorted(stored)).toEqual(sorted(sent));
    await store.erase({ before: '9999' });
  });
  await fc.assert(check, { numRuns: 100, seed: 20_261_121, endOnFailure: true });
  database.close();
  // If all were refused, the test would show nothing.
  expect(accepted).toBeGreaterThan(500);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
}, 400_000);

/** @returns the status, 0 without one */
const sendBytes = (bytes: Uint8Array): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (chunk) => (answer += chunk)).on('error', () => {});
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });

test('bytes that are no HTTP, hosts that are none, and two hosts do not fail the server', async () => {
  const post = 'POST /api/submit HTTP/1.1\r\n';
  const head = fc.constantFrom(
    ...[
      '',
      `${post}Host: x\r\n`,
      'GET / HTTP/1.1\r\n\r\n',
      'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
    `${post}Host: x\r\nContent-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ...['http://x/', 'http://[', '*', '//x', '/book?%ff=%00'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
    ...['[', ']:x', 'a b', '', 'a\r\nHost: b'].flatMap((host) => [
      `GET /book HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `${post}Host: ${host}\r\nContent-Length: 2\r\n\r\n{}`,
    ]),
    ...['GET /book HTTP/1.0\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n'],
  );
  const check = fc.asyncProperty(head, fc.uint8Array({ maxLength: 300 }), async (start, bytes) => {
    expect(await sendBytes(Buffer.concat([Buffer.from(start), bytes]))).toBeLessThan(500);
  });
  await fc.assert(check, { numRuns: 300, seed: 20_261_121, endOnFailure: true });
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
}, 120_000);
