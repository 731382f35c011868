import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { createStaticSite } from './static-site.ts';

const [home, terms, missing] = ['<h1>Home</h1>', '<h1>Terms</h1>', '<h1>No such page</h1>'];
const [script, pdf] = ['console.log("a")', '0123456789'.repeat(100)];
const pages = {
  'index.html': home,
  'terms/index.html': terms,
  '404.html': missing,
  '_astro/a.1b2c3d.js': script,
};
const forever = 'public, max-age=31536000, immutable';
const others = {
  _headers: `/*\n  X-Site: yes\n/_astro/*\n  Cache-Control: ${forever}\n`,
  '.assetsignore': '*.br\n',
  '../secret.txt': 'secret',
  'paper.pdf': pdf,
  'favicon.ico': 'icon',
};

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, '_astro'), { recursive: true });
  mkdirSync(join(site, 'terms'));
  for (const [name, text] of Object.entries(pages)) {
    writeFileSync(join(site, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(site, `${name}.gz`), gzipSync(text));
  }
  for (const [name, text] of Object.entries({ ...others, ...pages })) {
    writeFileSync(join(site, name), text);
  }
  server = createServer(createStaticSite(site)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

type Sent = Record<string, string>;
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Unlike fetch, sends a path as it is. */
const get = (path: string, headers: Sent = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
      const body = await buffer(response);
      resolve({
        status: response.statusCode ?? 0,
        headers: { ...response.headers, date: '' },
        body,
      });
    })
      .once('error', reject)
      .end();
  });

type Row = [path: string, sent: Sent, status: number, body: string, headers?: object];

const html = { 'content-type': 'text/html; charset=utf-8' };
const hashed = { 'cache-control': forever, 'content-type': 'text/javascript; charset=utf-8' };
const notThere = { 'content-range': 'bytes */1000', 'content-type': 'text/plain; charset=utf-8' };
const redirect = (path: string, location: string): Row => [path, {}, 308, '', { location }];
const part = (range: string, first: number, last: number): Row => {
  const headers = { 'content-range': `bytes ${first}-${last}/1000` };
  return ['/paper.pdf', { range }, 206, pdf.slice(first, last + 1), headers];
};

test.each<Row>([
  ...['/', '/?utm_source=x'].map((path): Row => [path, {}, 200, home, html]),
  ...['/terms', '/terms?x', '/%74erms'].map((path): Row => [path, {}, 200, terms, html]),
  redirect('/terms/', '/terms'),
  redirect('/terms.html', '/terms'),
  redirect('/terms/index.html', '/terms'),
  redirect('/index.html', '/'),
  redirect('/index.html?x=1&y', '/?x=1&y'),
  ...[
    ...['/nothing', '/terms/nothing', '/404', '/404/', '/404.htm', '/404.html', '/%', '/%ff'],
    ...['/index.html.br', '/_headers', '/.assetsignore', '/terms%00', '/constructor'],
    ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/_astro/../../secret.txt'],
    ...['/..\\secret.txt', '//example.com/', '/__proto__', `/${'/'.repeat(9999)}x`],
  ].map((path): Row => [path, {}, 404, missing, html]),
  ['/_astro/a.1b2c3d.js', {}, 200, script, hashed],
  ['/favicon.ico', {}, 200, 'icon', { 'content-type': 'image/x-icon' }],
  ['/paper.pdf', {}, 200, pdf, { 'content-type': 'application/pdf', 'accept-ranges': 'bytes' }],
  part('bytes=0-9', 0, 9),
  part('bytes=990-', 990, 999),
  part('bytes=-10', 990, 999),
  part('bytes=900-5000', 900, 999),
  ['/paper.pdf', { range: 'bytes=1000-' }, 416, embedded.messages.range, notThere],
  ...['bytes=0-1,5-6', 'lines=1-2', 'bytes=x'].map(
    (range): Row => ['/paper.pdf', { range }, 200, pdf, {}],
  ),
])('%s with %j: %i, and HEAD likewise', async (path, sent, status, body, expected) => {
  const answer = await get(path, sent);
  expect([answer.status, String(answer.body)]).toEqual([status, body]);
  const cache = status === 308 ? {} : { 'cache-control': 'public, max-age=0, must-revalidate' };
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  expect(answer.headers).toMatchObject({ 'x-site': 'yes', ...cache, ...length, ...expected });
  for (const name of ['server', 'x-powered-by', ...(status === 308 ? [] : ['location'])]) {
    expect(answer.headers).not.toHaveProperty(name);
  }
  const head = await get(path, sent, 'HEAD');
  expect(head).toEqual({ ...answer, body: Buffer.of() });
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused in words', async (method) => {
  const { status, headers, body } = await get('/', {}, method);
  expect([status, headers.allow, headers['x-site']]).toEqual([405, 'GET, HEAD', 'yes']);
  expect(String(body)).toBe(embedded.messages.readOnly);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', undefined],
  ['GZIP;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('of the encodings %j it sends %s', async (accepted, encoding) => {
  const { headers, body } = await get('/', { 'Accept-Encoding': accepted });
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? String;
  expect(String(decode(body))).toBe(home);
});

test('a validator is of one encoding; 304 and a part are for who has the same file', async () => {
  const ask = async (headers: Sent, path = '/') => get(path, headers);
  const etags = ['br', 'gzip', ''].map(
    async (encoding) => (await ask({ 'Accept-Encoding': encoding })).headers.etag ?? '',
  );
  const [br = '', ...rest] = await Promise.all(etags);
  expect(new Set([br, ...rest]).size).toBe(3);
  for (const condition of [br, `W/${br}`, `"other", ${br}`, '*']) {
    const sent = { 'Accept-Encoding': 'br', 'If-None-Match': condition };
    const { status, headers, body } = await ask(sent);
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag: br, vary: 'Accept-Encoding', 'x-site': 'yes' });
  }
  expect((await ask({ 'If-None-Match': br })).status).toBe(200);
  const { etag = '' } = (await ask({}, '/paper.pdf')).headers;
  for (const [condition, status] of Object.entries({ [etag]: 206, '"other"': 200 })) {
    const sent = { Range: 'bytes=0-9', 'If-Range': condition };
    expect((await ask(sent, '/paper.pdf')).status).toBe(status);
  }
});

test('a folder without a built site is named', () => {
  const sentence = `There is no built site in ${folder}. Run "npm run build" first.`;
  expect(() => createStaticSite(folder)).toThrow(sentence);
});
