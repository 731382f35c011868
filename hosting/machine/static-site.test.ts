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
const pages = {
  'index.html': home,
  'terms/index.html': terms,
  '404.html': missing,
  '_astro/a.1b2c3d.js': 'console.log("a")',
};
const pdf = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256));
const forever = 'public, max-age=31536000, immutable';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, '_astro'), { recursive: true });
  mkdirSync(join(site, 'terms'));
  const headers = `/*\n  X-Site: yes\n/_astro/*\n  Cache-Control: ${forever}\n`;
  const others = { _headers: headers, '.assetsignore': '*.br\n', '../secret.txt': 'secret' };
  for (const [name, text] of Object.entries({ ...others, ...pages })) {
    writeFileSync(join(site, name), text);
    if (!(name in pages)) continue;
    writeFileSync(join(site, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(site, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(site, 'paper.pdf'), pdf);
  writeFileSync(join(site, 'favicon.ico'), 'icon');
  server = createServer(createStaticSite(site)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Unlike fetch, sends a path as it is. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
      const body = await buffer(response);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    })
      .once('error', reject)
      .end();
  });

test.each([
  ['/', home],
  ['/terms', terms],
  ['/terms?utm_source=x', terms],
  ['/%74erms', terms],
])('%s is a page', async (path, text) => {
  const { status, headers, body } = await get(path);
  expect([status, String(body)]).toEqual([200, text]);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(text.length),
    'x-site': 'yes',
  });
  expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
});

test.each([
  ['/terms/', '/terms'],
  ['/terms.html', '/terms'],
  ['/terms/index.html', '/terms'],
  ['/index.html', '/'],
  ['/index.html?x=1&y', '/?x=1&y'],
])('%s leads to %s', async (path, location) => {
  const { status, headers } = await get(path);
  expect([status, headers.location, headers['x-site']]).toEqual([308, location, 'yes']);
});

test.each([
  ...['/nothing', '/terms/nothing', '/404', '/404/', '/404.htm', '/404.html'],
  ...['/index.html.br', '/_headers', '/.assetsignore', '/terms%00', '/%', '/%ff'],
  ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/_astro/../../secret.txt'],
  ...['/..\\secret.txt', '//example.com/', '/constructor', '/__proto__', `/${'/'.repeat(9999)}x`],
])('%s is the 404 page with status 404', async (path) => {
  const { status, headers, body } = await get(path);
  expect([status, String(body), headers['x-site']]).toEqual([404, missing, 'yes']);
  expect(headers.location).toBeUndefined();
});

test('HEAD is answered like GET, without a body', async () => {
  for (const path of ['/', '/paper.pdf', '/nothing', '/terms/']) {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
    expect([head.status, head.body.length]).toEqual([whole.status, 0]);
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
  }
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
])(
  'of the encodings %j it sends %s, each with a validator of its own',
  async (accepted, encoding) => {
    const { headers, body } = await get('/', { 'Accept-Encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? String;
    expect(String(decode(body))).toBe(home);
    const etags = ['br', 'gzip', ''].map(
      async (one) => (await get('/', { 'Accept-Encoding': one })).headers.etag,
    );
    expect(new Set(await Promise.all(etags)).size).toBe(3);
  },
);

test('a page is asked for again, and answered with 304 while it is the same; a hashed file is kept for a year', async () => {
  const first = await get('/');
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const etag = first.headers.etag ?? '';
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, headers, body } = await get('/', { 'If-None-Match': condition });
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'x-site': 'yes' });
  }
  expect((await get('/', { 'If-None-Match': '"other"' })).status).toBe(200);
  expect((await get('/_astro/a.1b2c3d.js')).headers).toMatchObject({
    'cache-control': forever,
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon');
});

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=990-', 990, 999],
  ['bytes=-10', 990, 999],
  ['bytes=900-5000', 900, 999],
])('a PDF is sent in part: %s', async (range, first, last) => {
  const { status, headers, body } = await get('/paper.pdf', { Range: range });
  expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
  expect(headers['content-length']).toBe(String(last - first + 1));
  expect(body.equals(pdf.subarray(first, last + 1))).toBe(true);
});

test('a part that is not there is 416, one that is no part the whole file, and one of another file, too', async () => {
  const none = await get('/paper.pdf', { Range: 'bytes=1000-' });
  expect([none.status, none.headers['content-range']]).toEqual([416, 'bytes */1000']);
  expect(String(none.body)).toBe(embedded.messages.range);
  for (const Range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=x']) {
    expect((await get('/paper.pdf', { Range })).body).toHaveLength(1000);
  }
  const { etag = '' } = none.headers.etag ? none.headers : (await get('/paper.pdf')).headers;
  const ask = async (condition: string) =>
    (await get('/paper.pdf', { Range: 'bytes=0-9', 'If-Range': condition })).status;
  expect([await ask(etag), await ask('"other"')]).toEqual([206, 200]);
});

test('a folder without a built site is named', () => {
  const sentence = `There is no built site in ${folder}. Run "npm run build" first.`;
  expect(() => createStaticSite(folder)).toThrow(sentence);
});
