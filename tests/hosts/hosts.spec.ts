import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { lookup } from 'mrmime';
import { headersFor, parseHeadersFile } from '#headers/headers-file.ts';
import { backendHeaders } from '#headers/policy.ts';
import { inspectInbox, type SiteUnderTest } from '#hosting/tests/test-site.ts';
import { startUnlimitedPreview } from '#hosting/tests/workers-preview.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { freePort } from '../../tools/free-port.ts';
import { variants } from '../../tools/variants.ts';
import { typed } from '../contact-form.ts';
import { test as base, expect, lastService, type WorkerFixtures } from '../fixtures.ts';
import { playwrightDriver } from './driver.ts';
import { visit } from './visit.ts';
import { isInstalled, type Ports, startWebServer, type WebServerName } from './web-servers.ts';

const { SITE_URL: siteUrl } = variants.published.environment;
const { host: siteName } = new URL(siteUrl);
const otherName = `www.${siteName}`;

interface Host {
  /** The address of the request. */
  url: string;
  folder: string;
  inbox: Pick<SiteUnderTest, 'stored' | 'breakStore'>;
  logged?: () => string;
  stop?: () => Promise<void>;
}

const test = base.extend<object, { ports: Ports }>({
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => use({ http: await freePort(), https: await freePort() }),
    { scope: 'worker' },
  ],
  // The browser resolves the site's name to the port.
  launchOptions: [
    async ({ launchOptions, ports: { https } }, use) => {
      const flag = '--host-resolver-rules=';
      // Chromium uses only the last of two such flags.
      const args = (launchOptions.args ?? []).map((arg) =>
        arg.replace(flag, `${flag}MAP ${siteName}:443 127.0.0.1:${https},`),
      );
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  // Requests without a browser go to the port, with the site's name in the Host header.
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

const startNode = async ({ siteServers: { embedded: inbox } }: Fixtures): Promise<Host> => ({
  url: inbox.url,
  folder: variants.embedded.folder,
  inbox,
});

const startWorker = async (): Promise<Host> => {
  const { folder } = variants.embedded;
  const { databaseFile, ...preview } = await startUnlimitedPreview(folder);
  return { folder, inbox: inspectInbox(databaseFile), ...preview };
};

const startProxy =
  (name: WebServerName) =>
  async ({ siteServers: { published: inbox }, ports }: Fixtures): Promise<Host> => {
    const { folder } = variants.published;
    return { folder, inbox, ...(await startWebServer(name, folder, inbox.url, ports)) };
  };

const hosts = {
  Node: startNode,
  Workers: startWorker,
  nginx: startProxy('nginx'),
  Caddy: startProxy('Caddy'),
};

/** Returns the type of a file by its name. Hosts have two names for some types, and add UTF-8 to others. */
const typeOf = (file: string): RegExp => {
  const type = (lookup(file) ?? 'image/(x-icon|vnd.microsoft.icon)')
    .replace('+', '\\+')
    .replace(/^text(?=\/(?:javascript|xml))/, '(text|application)');
  const charset = '; charset=utf-8';
  return RegExp(`^${type}${/html|plain/.test(type) ? charset : `(${charset})?`}$`, 'i');
};

type Options = NonNullable<Parameters<APIRequestContext['fetch']>[1]>;

interface Row {
  path: string;
  status: number;
  options?: Options;
  /** The origin of its headers: the site, or the form backend, in a frame or not. */
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
  const type = typeOf('.html');
  const [revalidate, forever] = ['max-age=0, must-revalidate', 'max-age=31536000, immutable'];
  const inWords = { name: 'Ada', email: 'ada@example.com', time: 'none', times: 'Monday' };
  const backend: Row[] = [
    { path: bookingPath(lastService.consultation), status: 200, type },
    { path: '/book', status: 200, options: form(inWords), type },
    { path: '/book', status: 413, options: form({ x: 'x'.repeat(3_000_000) }) },
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
    { path: '/book/?x=1', status: 308, location: '/book?x=1' },
    { path: '/newsletter', status: 200, from: 'frame', type },
    { path: '/newsletter', status: 400, options: form({ email: '' }), from: 'frame', type },
  ];
  return [
    ...[...kinds, '/terms/index.html'].map((file) => ({
      path: file.replace(/\/index\.html$/, '') || '/',
      status: 200,
      cacheControl: `public, ${file.startsWith('/_astro/') ? forever : revalidate}`,
      body: read(file),
      type: typeOf(file),
    })),
    ...missing.map((path) => ({
      path,
      status: 404,
      cacheControl: `public, ${revalidate}`,
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
    ...backend.map((row) => ({ from: 'backend' as const, ...row })),
  ];
};

/** The types that compression makes smaller. */
const isText = /^(?:text\/(?:html|css|javascript|plain)|application\/javascript|image\/svg)/;

/** Expects the promised answer, with each header once: of a policy sent twice, browsers apply both or neither. */
const expectAnswer = async (
  response: APIResponse,
  row: Row,
  headers: Readonly<Record<string, string>>,
  encoding?: string,
): Promise<void> => {
  const { path, options, status, type, cacheControl, location = null } = row;
  const what = `${options?.method ?? 'GET'} ${path}`;
  const found = new Headers(response.headers());
  const isCompressible = type && isText.test(found.get('Content-Type') ?? '');
  const expected = {
    ...headers,
    ...(cacheControl && { 'Cache-Control': cacheControl }),
    ...(type && { 'Content-Type': expect.stringMatching(type) }),
    ...(isCompressible && { 'Content-Encoding': encoding === 'gzip' ? encoding : null }),
    ...{ Location: location, Via: null, 'Set-Cookie': null, 'X-Powered-By': null },
  };
  const read = Object.fromEntries(Object.keys(expected).map((name) => [name, found.get(name)]));
  expect.soft({ status: response.status(), ...read }, what).toEqual({ status, ...expected });
  const names = response.headersArray().map(({ name }) => name.toLowerCase());
  const single = names.filter((name) => name !== 'vary');
  expect.soft(single, what).toEqual([...new Set(single)]);
  expect.soft(found.get('Server') ?? '', what).not.toMatch(/\d|caddy/i);
  if (row.body) expect.soft((await response.body()).equals(row.body), `${what}: bytes`).toBe(true);
};

for (const [name, start] of Object.entries(hosts)) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'default' });
    const isProxy = name === 'nginx' || name === 'Caddy';
    test.skip(isProxy && !isInstalled(name), `${name} and openssl are not both installed`);

    // A browser without scripts gets the same answers from all hosts. The other tests visit Node with scripts.
    const hasScripts = name !== 'Node';
    test.use({ javaScriptEnabled: hasScripts });

    let host: Host;
    const readBuilt = (file: string): string => readFileSync(join(host.folder, file), 'utf8');
    const siteHeaders = () => headersFor(parseHeadersFile(readBuilt('_headers')), '/');
    test.beforeAll(async ({ siteServers, ports }) => {
      test.setTimeout(120_000);
      host = await start({ siteServers, ports });
    });
    test.afterAll(() => host?.stop?.());

    test('every answer has the right status, bytes and type, and each header once (behavior 1.2, 10.13)', async ({
      request,
    }) => {
      const backend = backendHeaders(false, readBuilt('embedded.css'));
      const frame = backendHeaders(true, readBuilt('embedded.css'));
      const headers = { site: siteHeaders(), backend, frame };
      for (const row of rowsOf(host.folder, name === 'Workers')) {
        for (const encoding of row.type ? ['gzip', 'identity'] : ['identity']) {
          const response = await request.fetch(host.url + row.path, {
            ...row.options,
            headers: { ...row.options?.headers, 'Accept-Encoding': encoding },
          });
          await expectAnswer(response, row, headers[row.from ?? 'site'], encoding);
          // Only Cloudflare’s own network, which is not here, adds the header.
          if (response.headers()['content-encoding'] === 'gzip' && name !== 'Workers') {
            expect.soft(response.headers().vary, row.path).toMatch(/accept-encoding/i);
          }
        }
      }
      const { etag = '' } = (await request.get(`${host.url}/terms`)).headers();
      const again = { headers: { 'If-None-Match': etag } };
      expect((await request.get(`${host.url}/terms`, again)).status()).toBe(304);
    });

    test('a visitor reads, navigates, recovers from a failure, sends, books and downloads (behavior 1.1)', async ({
      page,
      expectConsole,
    }) => {
      expectConsole(/status of 404/, /status of 503/);
      if (hasScripts) expectConsole(/contact_form: status/);
      const { folder, inbox } = host;
      const url = isProxy ? siteUrl : host.url;
      await visit(playwrightDriver(page), { ...inbox, url, folder, hasScripts });
      const [entry] = await page.evaluate(() => performance.getEntries());
      if (isProxy) expect(entry).toMatchObject({ nextHopProtocol: 'h2' });
    });

    if (!isProxy) return;

    test('http and the www name redirect to the site’s address, together with a form that is posted there (behavior 1.2)', async ({
      request,
      ports,
    }) => {
      const path = '/book?x=1&y';
      for (const from of [`http://${siteName}`, `http://${otherName}`, `https://${otherName}`]) {
        let address = from + path;
        for (let hops = 0; address !== siteUrl + path && hops < 3; hops += 1) {
          const { protocol, host: Host } = new URL(address);
          const isEncrypted = protocol === 'https:';
          const local = `${protocol}//localhost:${ports[isEncrypted ? 'https' : 'http']}${path}`;
          const response = await request.post(local, { headers: { Host } });
          expect(response.status(), address).toBe(308);
          expect('strict-transport-security' in response.headers(), address).toBe(isEncrypted);
          address = response.headers().location ?? '';
        }
        expect(address).toBe(siteUrl + path);
      }
    });

    test('the proxy answers 502 if the site does not answer, and its log has nothing that a visitor typed (behavior 1.2)', async ({
      request,
      ports,
    }) => {
      const dead = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1');
      await once(dead, 'listening');
      const { port } = dead.address() as AddressInfo;
      const alone = await startWebServer(name, host.folder, `http://127.0.0.1:${port}`);
      const headers = { Referer: `${siteUrl}/booking?key=Lovelace` };
      const path = '/book?name=Lovelace';
      try {
        await request.get(host.url + path, { headers });
        await request.get(`${host.url}/x.csv?name=Lovelace`, { headers });
        await request.get(`http://localhost:${ports.http}${path}`, { headers });
        // A POST request, because Caddy retries GET requests.
        const sent = await request.post(alone.url + path, { headers, form: { name: 'Lovelace' } });
        expect(sent.status()).toBe(502);
      } finally {
        await alone.stop();
        dead.close();
      }
      expect(`${alone.logged()}${host.logged?.()}`).not.toContain('Lovelace');
    });
  });
}
