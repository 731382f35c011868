import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { readServerConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

const { messages } = embedded;

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refusal-'));
  const site = makeSite(folder);
  // More than the system takes for a client that reads nothing.
  writeFileSync(join(site, 'large.pdf'), Buffer.alloc(20e6));
  const config = { PORT: '0', DATA_DIR: folder, SITE_DIR: site };
  server = await startServer(readServerConfig(config), {
    headersTimeout: 500,
    requestTimeout: 1000,
    connectionsCheckingInterval: 20,
    unreadTimeout: 1500,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** @returns all that is answered until the server ends the connection */
const send = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
  });

const cookie = `Cookie: ${'x'.repeat(20_000)}\r\n`;
const chunked =
  'POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['no HTTP', '\x16\x03\x01 hello\r\n\r\n', 400, messages.unreadable],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, messages.unreadable],
  ['a body that is not what it says', `${chunked}no number\r\n`, 400, messages.unreadable],
  ['a tunnel', 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n', 501, messages.readOnly],
  ['headers that do not end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, messages.tooSlow],
  ['a body that does not end', `${chunked}2\r\n{}\r\n`, 408, messages.tooSlow],
  [
    'cookies without end',
    `GET / HTTP/1.1\r\nHost: x\r\n${cookie}\r\n`,
    431,
    messages.headersTooLarge,
  ],
  [
    'more requests than may wait',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000),
    429,
    messages.ahead,
  ],
])('%s: refused with a sentence', async (_, text, status, sentence) => {
  const answer = await send(text);
  const [head = '', body] = answer.slice(answer.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\S`));
  expect(head).toMatch(/^content-type: text\/plain; charset=utf-8$/im);
  expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(sentence)}$`, 'im'));
  expect(head).toMatch(/^connection: close$/im);
  expect(body).toBe(sentence);
});

test('requests that come before the one that is too many are answered', async () => {
  const answer = await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 429']);
});

test('what a client expects beyond HTTP keeps it from nothing', async () => {
  const answer = await send(
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a body that is sent in one piece arrives whole, however long', async () => {
  const body = JSON.stringify({ ...payload, message: 'x'.repeat(60_000) });
  const head = `POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(await send(head + body)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that reads nothing of its answer is left', async () => {
  const accepted = new Promise<Socket>((resolve) => {
    const listen = (message: unknown): void => {
      unsubscribe('net.server.socket', listen);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe('net.server.socket', listen);
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write('GET /large.pdf HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(await accepted, 'close');
  socket.destroy();
});
