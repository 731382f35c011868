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

interface Hostile {
  type: string;
  body: string | Buffer;
  /** What is stored if this is accepted. */
  sent?: Record<string, string>;
}

/** @returns the status; 0 where the connection ended first, as it does when a long body is refused */
const send = ({ type, body }: Hostile): Promise<number> =>
  new Promise((resolve) => {
    const headers = { Accept: 'application/json', 'Content-Type': type };
    const options = { agent, method: 'POST', headers };
    request(new URL('/api/submit', server.url), options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', () => resolve(0))
      .end(body);
  });

const json = 'application/json';
const text = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const typed = fc.tuple(text, text, text, text).map(([name, before, after, rest]) => ({
  ...{ ...payload, first_name: name, last_name: name, email: `${before}@${after}`, company: name },
  ...{ role: rest, interested_in: rest, urgency: rest, message: `${rest} long enough` },
}));
const asJson = typed.map((sent) => ({ type: json, body: JSON.stringify(sent), sent }));
const asForm = typed.map((values) => {
  const pairs = Object.entries(values).map(([name, value]) => [name, value.toWellFormed()]);
  const body = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const lines = pairs.map(([name, value = '']) => [name, value.replaceAll('\r\n', '\n')]);
  return { type: 'application/x-www-form-urlencoded', body, sent: Object.fromEntries(lines) };
});
const otherJson = fc.json().map((body) => ({ type: json, body }));
const deep = fc.integer({ min: 1, max: 30_000 }).map((depth) => '[{"a":'.repeat(depth));
const deepJson = deep.map((body) => ({ type: json, body }));
const anyBytes = fc
  .tuple(fc.constantFrom(json, 'multipart/form-data; boundary=x', 'text/x'), fc.uint8Array())
  .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) }));
const hostile: fc.Arbitrary<Hostile> = fc.oneof(asJson, asForm, otherJson, deepJson, anyBytes);

test('no hostile request fails the server, and what is accepted reads back exactly', async () => {
  const database = openDatabase(databaseFile(folder));
  const store = createSqliteStore(database);
  let accepted = 0;
  const many = fc.array(hostile, { minLength: 50, maxLength: 50 });
  const check = fc.asyncProperty(many, async (requests) => {
    const statuses = await Promise.all(requests.map(send));
    expect(Math.max(...statuses)).toBeLessThan(500);
    const kept = requests.filter((_, n) => statuses[n] === 200);
    accepted += kept.length;
    const sent = kept.map((each) => fields.map(({ wireName }) => each.sent?.[wireName] ?? ''));
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
}, 400_000);

test.each([
  ...['', 'GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01 hello\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n'],
  'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
  ...['http://x/', 'http://[', '*', '//x', '/book?%ff=%00'].map(
    (it) => `GET ${it} HTTP/1.1\r\nHost: x`,
  ),
  ...['[', ']:x', 'a b', '', 'a\r\nHost: b'].map((host) => `GET /book HTTP/1.1\r\nHost: ${host}`),
])('%j does not fail the server', async (head) => {
  const { hostname, port } = new URL(server.url);
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.end(`${head}\r\n\r\n`));
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {});
    socket.once('close', () => resolve(text));
  });
  expect(answer).toMatch(/^(?:HTTP\/1\.1 [234]\d\d |$)/);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
});
