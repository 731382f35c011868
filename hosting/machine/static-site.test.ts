import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { createStaticSite } from './static-site.ts';

// Status, type and headers of each kind of file are in tests/hosts/hosts.spec.ts.

const folder = mkdtempSync(join(tmpdir(), 'static-'));
const server = createServer();
const pdf = '0123456789'.repeat(100);
beforeAll(async () => {
  const site = join(folder, 'site');
  mkdirSync(site);
  writeFileSync(join(site, '_headers'), '/*\n  X-Site: yes\n');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(site, 'paper.pdf'), pdf);
  for (const name of ['index.html', 'index.html.br', 'index.html.gz', '404.html']) {
    writeFileSync(join(site, name), name);
  }
  server.on('request', createStaticSite(site));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

type Sent = Record<string, string>;

/** Sends a path as it is, unlike fetch. */
const ask = async (path: string, headers: Sent = {}, method = 'GET') => {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { date: _, ...received } = response.headers;
  return { status: response.statusCode, headers: received, body: await text(response) };
};

type Row = [path: string, sent: Sent, status: number, body: string, headers?: object];

const paper = (range: string, status: number, body: string, place?: string): Row => [
  ...(['/paper.pdf', { range }, status, body] as const),
  place ? { 'content-range': `bytes ${place}/1000` } : {},
];
const encoded = (accepted: string, body: string): Row => [
  ...(['/?x', { 'accept-encoding': accepted }, 200, body] as const),
  { vary: 'Accept-Encoding' },
];

test.each<Row>([
  ...[
    ...['/%', '/%ff', '/terms%00', '/constructor', '/__proto__', `/${'/'.repeat(9999)}x`],
    ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/x/../../secret.txt'],
    ...['/..\\secret.txt', '//example.com/'],
  ].map((path): Row => [path, {}, 404, '404.html']),
  paper('bytes=0-9', 206, pdf.slice(0, 10), '0-9'),
  paper('bytes=990-', 206, pdf.slice(990), '990-999'),
  paper('bytes=-10', 206, pdf.slice(-10), '990-999'),
  paper('bytes=900-5000', 206, pdf.slice(900), '900-999'),
  paper('bytes=1000-', 416, '', '*'),
  ...['bytes=0-1,5-6', 'lines=1-2', 'bytes=x'].map((range) => paper(range, 200, pdf)),
  encoded('gzip, deflate, br, zstd', 'index.html.br'),
  encoded('GZIP;q=0.5', 'index.html.gz'),
  encoded('br;q=0, gzip', 'index.html.gz'),
  encoded('br; q=0.0, gzip;q=0', 'index.html'),
])(
  '%s with %j: %i, and HEAD has the headers of the whole',
  async (path, sent, status, body, more) => {
    const answer = await ask(path, sent);
    const headers = { 'x-site': 'yes', 'content-length': `${body.length}`, ...more };
    expect(answer).toMatchObject({ status, body, headers });
    const { range, ...others } = sent;
    const whole = range ? await ask(path, others) : answer;
    expect(await ask(path, sent, 'HEAD')).toEqual({ ...whole, body: '' });
  },
);

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused in words', async (method) => {
  const headers = { allow: 'GET, HEAD', 'x-site': 'yes' };
  const body = embedded.messages.readOnly;
  expect(await ask('/', {}, method)).toMatchObject({ status: 405, headers, body });
});

test('a validator is of one encoding; only clients that have the same file get 304, or a part', async () => {
  const [br = '', gzip, plain] = await Promise.all(
    ['br', 'gzip', ''].map(async (it) => (await ask('/', { 'accept-encoding': it })).headers.etag),
  );
  expect(new Set([br, gzip, plain]).size).toBe(3);
  for (const condition of [br, `W/${br}`, `"other", ${br}`, '*']) {
    const sent = { 'accept-encoding': 'br', 'if-none-match': condition };
    const headers = { etag: br, vary: 'Accept-Encoding', 'x-site': 'yes' };
    expect(await ask('/', sent)).toMatchObject({ status: 304, body: '', headers });
  }
  expect((await ask('/', { 'if-none-match': br })).status).toBe(200);
  const { etag = '' } = (await ask('/paper.pdf')).headers;
  for (const [condition, status] of Object.entries({ [etag]: 206, '"other"': 200 })) {
    const sent = { range: 'bytes=0-9', 'if-range': condition };
    expect((await ask('/paper.pdf', sent)).status).toBe(status);
  }
});
