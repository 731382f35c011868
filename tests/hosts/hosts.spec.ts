import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { embedded } from '#content/embedded.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { headersFor, parseHeadersFile } from '#headers/headers-file.ts';
import { backendHeaders } from '#headers/policy.ts';
import { startWorkersPreview } from '../../hosting/workers/preview.ts';
import { freePort } from '../../tools/free-port.ts';
import { inspectInbox, type SiteUnderTest } from '../../tools/test-site.ts';
import { variants } from '../../tools/variants.ts';
import { wordsForm } from '../booking-page.ts';
import { typed } from '../contact-form.ts';
import { expect, lastService, type WorkerFixtures } from '../fixtures.ts';
import { writeWorkersConfig } from '../workers-config.ts';
import { playwrightDriver } from './driver.ts';
import { named, type Ports } from './named.ts';
import { visit } from './visit.ts';
import { isInstalled, type RunningWebServer, startWebServer } from './web-servers.ts';

const { SITE_URL: siteUrl } = variants.published.environment;
const { host: siteName } = new URL(siteUrl);
const otherName = `www.${siteName}`;

interface Host {
  /** Where it is asked. */
  url: string;
  /** Its address for a browser. */
  siteUrl: string;
  folder: string;
  inbox: Pick<SiteUnderTest, 'stored' | 'breakStore'>;
  /** The web server in front of the form backend, if there is one. */
  proxy?: RunningWebServer;
  stop: () => Promise<void>;
}

const test = named.extend({
  // What is not a browser asks at the port, for the name.
  request: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({
      ignoreHTTPSErrors: true,
      maxRedirects: 0,
      extraHTTPHeaders: { Host: siteName },
    });
    await use(context);
    await context.dispose();
  },
});
test.use({ ignoreHTTPSErrors: true });

type Fixtures = Pick<WorkerFixtures, 'siteServers'> & { ports: Ports };

const startNode = async ({ siteServers: { embedded: site } }: Fixtures): Promise<Host> => ({
  url: site.url,
  siteUrl: site.url,
  folder: variants.embedded.folder,
  inbox: site,
  stop: async () => undefined,
});

const startWorker = async (): Promise<Host> => {
  const state = mkdtempSync(join(tmpdir(), 'worker-'));
  const config = join(state, 'wrangler.json');
  writeWorkersConfig(config);
  const { folder } = variants.embedded;
  const options = { port: 0, siteDir: resolve(folder), stateDir: join(state, 'state'), config };
  const { url, databaseFile, stop } = await startWorkersPreview(options);
  return {
    url,
    siteUrl: url,
    folder,
    inbox: inspectInbox(databaseFile),
    stop: async () => {
      await stop();
      rmSync(state, { recursive: true });
    },
  };
};

const startProxy =
  (name: 'nginx' | 'Caddy') =>
  async ({ siteServers, ports }: Fixtures): Promise<Host> => {
    const { folder } = variants.published;
    const inbox = siteServers.published;
    const proxy = await startWebServer(name, folder, inbox.url, ports);
    return { url: proxy.url, siteUrl, folder, inbox, proxy, stop: proxy.stop };
  };

type HostName = 'Node' | 'Workers' | 'nginx' | 'Caddy';

const hosts: Readonly<Record<HostName, (fixtures: Fixtures) => Promise<Host>>> = {
  Node: startNode,
  Workers: startWorker,
  nginx: startProxy('nginx'),
  Caddy: startProxy('Caddy'),
};

const revalidate = 'public, max-age=0, must-revalidate';
const forever = 'public, max-age=31536000, immutable';

const mediaTypes: Readonly<Record<string, RegExp>> = {
  '.css': /^text\/css(?:; charset=utf-8)?$/i,
  '.csv': /^text\/csv(?:; charset=utf-8)?$/i,
  '.html': /^text\/html; charset=utf-8$/i,
  '.ico': /^image\/(?:x-icon|vnd\.microsoft\.icon)$/,
  '.js': /^(?:text|application)\/javascript(?:; charset=utf-8)?$/i,
  '.pdf': /^application\/pdf$/,
  '.png': /^image\/png$/,
  '.svg': /^image\/svg\+xml(?:; charset=utf-8)?$/i,
  '.txt': /^text\/plain; charset=utf-8$/i,
  '.webmanifest': /^application\/manifest\+json(?:; charset=utf-8)?$/i,
  '.webp': /^image\/webp$/,
  '.woff2': /^font\/woff2$/,
  '.xml': /^(?:text|application)\/xml(?:; charset=utf-8)?$/i,
};

type Options = NonNullable<Parameters<APIRequestContext['fetch']>[1]>;

interface Row {
  path: string;
  status: number;
  options?: Options;
  /** Whose headers it has: the site's own, or those of the form backend, in a frame or not. */
  from?: 'site' | 'backend' | 'frame';
  cacheControl?: string;
  body?: Buffer;
  location?: string;
  type?: RegExp;
}

/** Every kind of answer that a host gives. */
const rowsOf = (folder: string, isWorker: boolean): Row[] => {
  const read = (path: string): Buffer => readFileSync(join(folder, path));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(?:br|gz)$|^_headers$|^\.assetsignore$/.test(file.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length));
  const oneOf = (extension: string): string =>
    files.find((file) => extname(file) === extension && file !== '/404.html') ?? '';
  const [script, picture] = [oneOf('.js'), oneOf('.png')];
  const kinds = [...new Set(files.map((file) => extname(file)))].map(oneOf);
  const missing = [
    ...['/nowhere', '/nowhere.html', '/_astro/nowhere.js', '/404', '/404.html', '/404/'],
    ...['/_headers', '/.assetsignore', '/index.html.gz', '/terms/index.html.br', `${script}.br`],
    ...['/api', '/book/999', '/newsletter/x', '/healthz/x'],
  ];
  const form = (values: Record<string, string>, headers = {}): Options => ({
    method: 'POST',
    form: values,
    headers,
  });
  const json = (data: unknown): Options => ({ method: 'POST', data });
  const range = { headers: { Range: 'bytes=5-9' } };
  const type = mediaTypes['.html'] as RegExp;
  const backend: Row[] = [
    { path: bookingPath(lastService.consultation), status: 200, type },
    { path: '/book', status: 200, options: form(wordsForm), type },
    { path: '/book', status: 400, options: form({ name: '' }), type },
    { path: '/api/submit', status: 405 },
    { path: '/api/submit', status: 200, options: json(typed) },
    { path: '/api/submit', status: 400, options: json({}) },
    {
      path: '/api/submit',
      status: 303,
      options: form({ ...typed }, { Accept: 'text/html' }),
      location: '/received#sent',
    },
    { path: '/api/submit', status: 413, options: json({ message: 'x'.repeat(70_000) }) },
    { path: '/healthz', status: 200 },
  ];
  return [
    ...[...kinds, '/terms/index.html'].map((file) => ({
      path: file.replace(/\/index\.html$/, '') || '/',
      status: 200,
      cacheControl: file.startsWith('/_astro/') ? forever : revalidate,
      body: read(file),
      type: mediaTypes[extname(file)] ?? /a type of the list above/,
    })),
    ...missing.map((path) => ({
      path,
      status: 404,
      cacheControl: revalidate,
      body: read('404.html'),
      type,
    })),
    ...['/terms.html', '/terms/', '/terms/index.html', '/index.html'].map((path) => ({
      path: `${path}?x=1&y`,
      status: isWorker ? 307 : 308,
      location: `${path.startsWith('/terms') ? '/terms' : '/'}?x=1&y`,
    })),
    // Workers serve files whole (workers-sdk issue 8967).
    isWorker
      ? { path: picture, status: 200, options: range }
      : { path: picture, status: 206, options: range, body: read(picture).subarray(5, 10) },
    ...backend.map((row) => ({ from: 'backend' as const, cacheControl: 'no-store', ...row })),
    { path: '/newsletter', status: 200, from: 'frame', type },
    { path: '/newsletter', status: 400, options: form({ email: '' }), from: 'frame', type },
  ];
};

/** What is smaller when it is compressed. */
const isText = /^(?:text\/(?:html|css|javascript|plain)|application\/javascript|image\/svg)/;

/** Expects what is promised of an answer. Of a policy that comes twice, browsers apply both or neither. */
const expectAnswer = (
  response: APIResponse,
  body: Buffer,
  row: Row,
  headers: Readonly<Record<string, string>>,
  isGzipWanted: boolean,
): void => {
  const what = `${row.options?.method ?? 'GET'} ${row.path}`;
  const all = response
    .headersArray()
    .map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const joined = (name: string): string | null =>
    all
      .filter((header) => header.name === name.toLowerCase())
      .map(({ value }) => value)
      .join(' and ') || null;
  const type = joined('Content-Type') ?? '';
  const { cacheControl, location, status } = row;
  const expected: Record<string, unknown> = {
    ...headers,
    ...(cacheControl === undefined ? {} : { 'Cache-Control': cacheControl }),
    ...(row.type ? { 'Content-Type': expect.stringMatching(row.type) } : {}),
    ...(row.type && isText.test(type) ? { 'Content-Encoding': isGzipWanted ? 'gzip' : null } : {}),
    ...Object.fromEntries(['Via', 'Set-Cookie', 'X-Powered-By'].map((name) => [name, null])),
    Location: location ?? null,
  };
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, joined(name)]));
  expect.soft({ status: response.status(), ...found }, what).toEqual({ status, ...expected });
  const names = all.map(({ name }) => name).filter((name) => name !== 'vary');
  expect
    .soft(
      names.filter((name, index) => names.indexOf(name) < index),
      what,
    )
    .toEqual([]);
  expect.soft(joined('Server') ?? '', what).not.toMatch(/\d|caddy/i);
  if (row.body) expect.soft(body.equals(row.body), `${what}: its bytes`).toBe(true);
};

for (const [name, start] of Object.entries(hosts)) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'default' });
    const isProxy = name === 'nginx' || name === 'Caddy';
    test.skip(isProxy && !isInstalled(name), `${name} and openssl are not both installed`);

    let host: Host;
    test.beforeAll(async ({ siteServers, ports }) => {
      test.setTimeout(120_000);
      host = await start({ siteServers, ports });
    });
    test.afterAll(() => host?.stop());

    test('every answer has its status, its bytes, its type, and each header once (behavior 1.2, 10.13)', async ({
      request,
    }) => {
      const read = (file: string): string => readFileSync(join(host.folder, file), 'utf8');
      const headers = {
        site: headersFor(parseHeadersFile(read('_headers')), '/'),
        backend: backendHeaders(false, read('embedded.css')),
        frame: backendHeaders(true, read('embedded.css')),
      };
      for (const row of rowsOf(host.folder, name === 'Workers')) {
        const accepted = row.type ? ['gzip', 'identity'] : ['identity'];
        for (const encoding of accepted) {
          const options = row.options ?? {};
          const response = await request.fetch(host.url + row.path, {
            ...options,
            headers: { ...options.headers, 'Accept-Encoding': encoding },
          });
          const isGzipWanted = encoding === 'gzip';
          const body = await response.body();
          expectAnswer(response, body, row, headers[row.from ?? 'site'], isGzipWanted);
          // Cloudflare’s own network says it, which is not here.
          if (response.headers()['content-encoding'] === 'gzip' && name !== 'Workers') {
            expect.soft(response.headers().vary, row.path).toMatch(/accept-encoding/i);
          }
        }
      }
      const etag = (await request.get(`${host.url}/terms`)).headers().etag ?? '';
      const again = { headers: { 'If-None-Match': etag } };
      expect((await request.get(`${host.url}/terms`, again)).status()).toBe(304);
    });

    // One proxy is enough for a browser: the answers of both are the same.
    for (const [how, javaScriptEnabled] of [
      ['with', true],
      ['without', false],
    ] as const) {
      test.describe(`${how} JavaScript`, () => {
        test.skip(name === 'Caddy', 'nginx is visited');
        test.use({ javaScriptEnabled });

        test('a visitor reads, navigates, fails, sends, books and downloads (behavior 1.1)', async ({
          page,
          expectConsole,
        }) => {
          expectConsole(/status of 404/, /status of 503/);
          if (javaScriptEnabled) expectConsole(/contact_form: status/);
          const { folder, siteUrl: url, inbox } = host;
          await visit(playwrightDriver(page), {
            url,
            folder,
            hasScripts: javaScriptEnabled,
            breakForm: inbox.breakStore,
            failure: embedded.messages.storage,
            received: inbox.stored,
          });
        });
      });
    }

    if (!isProxy) return;

    test('http and the other name lead to the one address, and a form that is sent there goes along (behavior 1.2)', async ({
      request,
      ports,
    }) => {
      const wanted = `${siteUrl}/book?x=1&y`;
      for (const from of [`http://${siteName}`, `http://${otherName}`, `https://${otherName}`]) {
        let address = `${from}/book?x=1&y`;
        for (let hops = 0; address !== wanted && hops < 3; hops += 1) {
          const { protocol, host: Host, pathname, search } = new URL(address);
          const local = `${protocol}//localhost:${ports[protocol === 'http:' ? 'http' : 'https']}`;
          const response = await request.post(local + pathname + search, { headers: { Host } });
          expect(response.status(), address).toBe(308);
          const isEncrypted = protocol === 'https:';
          expect('strict-transport-security' in response.headers(), address).toBe(isEncrypted);
          address = response.headers().location ?? '';
        }
        expect(address).toBe(wanted);
      }
    });

    test('HTTP/2 is spoken', async () => {
      const client = connect(host.url, { rejectUnauthorized: false });
      const stream = client.request({ ':path': '/book', ':authority': siteName });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      expect([headers[':status'], client.alpnProtocol]).toEqual([200, 'h2']);
      client.destroy();
    });

    test('without files or a backend, answers have the site’s headers, and no log has what a visitor typed (behavior 1.2)', async ({
      request,
      ports,
    }) => {
      const headers = headersFor(
        parseHeadersFile(readFileSync(join(host.folder, '_headers'), 'utf8')),
        '/',
      );
      const nobody = `http://127.0.0.1:${await freePort()}`;
      const gone = await startWebServer(name, host.folder, nobody, undefined, '/nowhere');
      const referrer = { headers: { Referer: `${siteUrl}/booking?key=Lovelace` } };
      try {
        for (const path of ['/book', '/newsletter', '/healthz', '/', '/_astro/x.woff2', '/x.csv']) {
          for (const url of [gone.url, host.url]) {
            const response = await request.get(`${url + path}?name=Lovelace`, referrer);
            if (url === host.url) continue;
            const status = (path.length > 5 && !path.includes('.')) || path === '/book' ? 502 : 404;
            expectAnswer(response, Buffer.alloc(0), { path, status }, headers, false);
          }
        }
        const sent = await request.post(`${gone.url}/book`, { form: { name: 'Lovelace' } });
        expect(sent.status()).toBe(502);
        await request.get(`http://localhost:${ports.http}/book?name=Lovelace`);
        await request.get(`${host.url}/terms/?name=Lovelace`, referrer);
      } finally {
        await gone.stop();
      }
      expect(gone.logged() + host.proxy?.logged()).not.toContain('Lovelace');
    });

    test('more than a form can hold is refused, by server or backend, with each header once', async ({
      request,
    }) => {
      const form = { x: 'x'.repeat(3_000_000) };
      const response = await request.post(`${host.url}/book`, { form });
      const {
        'Content-Security-Policy': _,
        'Cache-Control': __,
        ...common
      } = backendHeaders(false, '');
      expectAnswer(response, Buffer.alloc(0), { path: '/book', status: 413 }, common, false);
    });

    test('the form backend’s connection stays open, so that no early answer of it is lost', async ({
      request,
    }) => {
      const staysOpen: boolean[] = [];
      const backend = createServer((_incoming, outgoing) => {
        staysOpen.push(outgoing.shouldKeepAlive);
        outgoing.end();
      }).listen(0, '127.0.0.1');
      await once(backend, 'listening');
      const { port } = backend.address() as AddressInfo;
      const before = await startWebServer(name, host.folder, `http://127.0.0.1:${port}`);
      await request.post(`${before.url}/book`, { form: { name: 'Ada' } });
      await before.stop();
      backend.close();
      expect(staysOpen).toEqual([true]);
    });
  });
}
