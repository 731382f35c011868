import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { createStaticSite } from './static-site.ts';

const pages = {
  'index.html': '<h1>Home</h1>',
  'terms/index.html': '<h1>Terms</h1>',
  '404.html': '<h1>No such page</h1>',
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
  for (const [name, text] of Object.entries(pages)) {
    writeFileSync(join(site, name), text);
    writeFileSync(join(site, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(site, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(site, 'paper.pdf'), pdf);
  writeFileSync(join(site, 'favicon.ico'), 'icon');
  writeFileSync(
    join(site, '_headers'),
    `/*\n  X-Site: yes\n/_astro/*\n  Cache-Control: ${forever}\n`,
  );
  writeFileSync(join(site, '.assetsignore'), '*.br\n');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  server = createServer(createStaticSite(site));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

/** Unlike fetch, does not normalise the path. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end();
  });

describe('an address', () => {
  test.each([
    ['/', pages['index.html']],
    ['/terms', pages['terms/index.html']],
    ['/terms?utm_source=x', pages['terms/index.html']],
    ['/%74erms', pages['terms/index.html']],
  ])('%s is a page', async (path, text) => {
    const { status, headers, body } = await get(path);
    expect([status, String(body)]).toEqual([200, text]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(text.length),
      'x-site': 'yes',
    });
  });

  test.each([
    ['/terms/', '/terms'],
    ['/terms.html', '/terms'],
    ['/terms/index.html', '/terms'],
    ['/index.html', '/'],
    ['/index.html?x=1&y', '/?x=1&y'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([308, location]);
  });

  test.each([
    '/nothing',
    '/terms/nothing',
    '/404',
    '/404/',
    '/404.htm',
    '/404.html',
    '/index.html.br',
    '/_headers',
    '/.assetsignore',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/_astro/../../secret.txt',
    '/..\\secret.txt',
    '/terms%00',
    '/%',
    '/%ff',
    '//example.com/',
    '/constructor',
    '/__proto__',
    `/${'/'.repeat(10_000)}x`,
  ])('%s is the 404 page with status 404', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, String(body)]).toEqual([404, pages['404.html']]);
    expect(headers.location).toBeUndefined();
  });

  test('of an icon has a media type, which not every list of them knows', async () => {
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon');
  });

  test('answers HEAD like GET, without a body', async () => {
    for (const path of ['/', '/paper.pdf', '/nothing', '/terms/']) {
      const whole = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect(head.status).toBe(whole.status);
      expect(head.body).toHaveLength(0);
      expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'refuses %s with a sentence',
    async (method) => {
      const { status, headers, body } = await get('/', {}, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body.toString()).toBe(embedded.messages.readOnly);
    },
  );

  test('does not say what serves it', async () => {
    const { headers } = await get('/');
    expect(headers.server).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', undefined],
    ['GZIP;q=0.5', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('%j is answered with %s', async (accepted, encoding) => {
    const { headers, body } = await get('/', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    const decoded =
      encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
    expect(String(decoded)).toBe(pages['index.html']);
  });
});

describe('caching', () => {
  test('a page is asked for again, and answered with 304 while it is the same', async () => {
    const first = await get('/');
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const etag = first.headers.etag ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await get('/', { 'If-None-Match': condition });
      expect([status, body.length]).toEqual([304, 0]);
      expect(headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'x-site': 'yes' });
    }
    expect((await get('/', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('each encoding has a validator of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) => {
        const { headers } = await get('/', { 'Accept-Encoding': accepted });
        return headers.etag;
      }),
    );
    expect(new Set(etags).size).toBe(3);
  });

  test('a file with a hash in its name is kept for a year', async () => {
    const { headers } = await get('/_astro/a.1b2c3d.js');
    expect(headers['cache-control']).toBe(forever);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });
});

describe('a range of a PDF', () => {
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=900-5000', 900, 999],
  ])('%s', async (range, first, last) => {
    const { status, headers, body } = await get('/paper.pdf', { Range: range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(body.equals(pdf.subarray(first, last + 1))).toBe(true);
  });

  test('that is not there is 416', async () => {
    const { status, headers, body } = await get('/paper.pdf', { Range: 'bytes=1000-' });
    expect([status, headers['content-range']]).toEqual([416, 'bytes */1000']);
    expect(body.toString()).toBe(embedded.messages.range);
  });

  test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=x'])('%s is the whole file', async (range) => {
    const { status, body } = await get('/paper.pdf', { Range: range });
    expect([status, body.length]).toEqual([200, 1000]);
  });

  test('is given only while the file is the same', async () => {
    const { headers } = await get('/paper.pdf');
    const ask = async (ifRange: string) =>
      (await get('/paper.pdf', { Range: 'bytes=0-9', 'If-Range': ifRange })).status;
    expect(headers['accept-ranges']).toBe('bytes');
    expect(await ask(headers.etag ?? '')).toBe(206);
    expect(await ask('"other"')).toBe(200);
  });
});

test('a folder without a built site is named', () => {
  expect(() => createStaticSite(folder)).toThrow(
    `There is no built site in ${folder}. Run "npm run build" first.`,
  );
});
