import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { APIRequestContext, APIResponse, FrameLocator, Locator } from '@playwright/test';
import { embedded } from '#content/embedded.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { headersFor, parseHeadersFile } from '#headers/headers-file.ts';
import { backendHeaders } from '#headers/policy.ts';
import { freePort } from '../../tools/free-port.ts';
import { variants } from '../../tools/variants.ts';
import { sayTimes, wordsForm } from '../booking-page.ts';
import { test as base, expect, lastService, open, type Page } from '../fixtures.ts';
import { notFoundOnConsole, visit } from '../visit.ts';
import {
  isInstalled,
  type Ports,
  type RunningWebServer,
  startWebServer,
  webServerNames,
} from '../web-servers.ts';

// The built configuration in real servers before the form backend. Each header must come once: of two
// policies browsers apply both, or neither.

const { folder: siteDir, environment } = variants.published;
const { SITE_URL: siteUrl } = environment;
const { host } = new URL(siteUrl);
const otherHost = `www.${host}`;

/** A browser finds the site under its name, at the ports where a server of this test listens. */
const test = base.extend<object, { ports: Ports }>({
  // What is not a browser asks at the port, for the name.
  request: async ({ playwright }, use) => {
    const extraHTTPHeaders = { Host: host };
    const context = await playwright.request.newContext({
      ignoreHTTPSErrors: true,
      maxRedirects: 0,
      extraHTTPHeaders,
    });
    await use(context);
    await context.dispose();
  },
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => use({ http: await freePort(), https: await freePort() }),
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, ports }, use) => {
      const rules = [host, otherHost].flatMap((name) => [
        `MAP ${name}:80 127.0.0.1:${ports.http}`,
        `MAP ${name}:443 127.0.0.1:${ports.https}`,
      ]);
      // Of two such flags, Chromium takes the last.
      const args = (launchOptions.args ?? []).map((arg) =>
        arg.startsWith('--host-resolver-rules=') ? `${arg},${rules}` : arg,
      );
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });
test.use({ ignoreHTTPSErrors: true });

const read = (name: string): string => readFileSync(join(siteDir, name), 'utf8');
const siteHeaders = headersFor(parseHeadersFile(read('_headers')), '/');
const styles = read('embedded.css');
const revalidate = 'public, max-age=0, must-revalidate';
const forever = 'public, max-age=31536000, immutable';

/** What a visitor can ask for. */
const files = readdirSync(siteDir, { recursive: true, withFileTypes: true })
  .filter(
    (entry) => entry.isFile() && !/\.(?:br|gz)$|^(?:_headers|\.assetsignore)$/.test(entry.name),
  )
  .map(({ parentPath, name }) =>
    join(parentPath, name).slice(siteDir.length).replaceAll('\\', '/'),
  );

const mediaTypes: Readonly<Record<string, RegExp>> = {
  '.css': /^text\/css(?:; charset=utf-8)?$/i,
  '.csv': /^text\/csv(?:; charset=utf-8)?$/i,
  '.html': /^text\/html; charset=utf-8$/i,
  '.ico': /^image\/(?:x-icon|vnd\.microsoft\.icon)$/,
  '.js': /^(?:text|application)\/javascript; charset=utf-8$/i,
  '.pdf': /^application\/pdf$/,
  '.png': /^image\/png$/,
  '.svg': /^image\/svg\+xml(?:; charset=utf-8)?$/i,
  '.txt': /^text\/plain; charset=utf-8$/i,
  '.webmanifest': /^application\/manifest\+json(?:; charset=utf-8)?$/i,
  '.webp': /^image\/webp$/,
  '.woff2': /^font\/woff2$/,
  '.xml': /^(?:text|application)\/xml(?:; charset=utf-8)?$/i,
};

const expectMediaTypes = async (request: APIRequestContext, url: string): Promise<void> => {
  for (const extension of new Set(files.map((file) => extname(file)))) {
    const file = files.find((name) => extname(name) === extension && name !== '/404.html') ?? '';
    const path = file.replace(/\/index\.html$/, '') || '/';
    const type = (await request.get(url + path)).headers()['content-type'];
    expect(type ?? 'none', path).toMatch(mediaTypes[extension] ?? 'a type in the list above');
  }
};

/** Expects each header once, or, where null, never. */
const expectHeaders = (response: APIResponse, headers: Record<string, string | null>): void => {
  for (const [name, value] of Object.entries(headers)) {
    const values = response
      .headersArray()
      .filter((header) => header.name.toLowerCase() === name.toLowerCase())
      .map((header) => header.value);
    expect(values, name).toEqual(value === null ? [] : [value]);
  }
};

/** Names of headers that an answer carries more than once, but for the one list (RFC 9110, 5.3). */
const namesTwice = (headers: readonly { name: string }[]): string[] => {
  const names = headers.map(({ name }) => name.toLowerCase()).filter((name) => name !== 'vary');
  return names.filter((name, index) => names.indexOf(name) !== index);
};

/** Waits for the form backend's styles. */
const styledButton = async (place: Page | FrameLocator, name: string): Promise<Locator> => {
  const button = place.getByRole('button', { name });
  await expect(button).toHaveCSS('border-top-style', 'solid');
  return button;
};

const newsletterPage = async (page: Page): Promise<Page> => {
  await page.goto(`${siteUrl}/newsletter`);
  return page;
};

const newsletterFrame = async (page: Page): Promise<FrameLocator> => {
  await open(page, siteUrl);
  const frame = page.locator('#resources iframe');
  await frame.scrollIntoViewIfNeeded();
  return frame.contentFrame();
};

test('on the site’s own server each kind of file has its media type', ({ request, site }) =>
  expectMediaTypes(request, site.url));

for (const name of webServerNames) {
  test.describe(name, () => {
    test.skip(!isInstalled(name), `${name} and openssl are not both installed`);

    let server: RunningWebServer;
    test.beforeAll(async ({ siteServers, ports }) => {
      server = await startWebServer(name, siteDir, siteServers.published.url, ports);
    });
    test.afterAll(() => server?.stop());

    test('each kind of file has its media type', ({ request }) =>
      expectMediaTypes(request, server.url));

    const script = files.find((file) => file.endsWith('.js')) ?? '';
    const paper = files.find((file) => file.endsWith('.pdf')) ?? '';
    for (const [path, status, cacheControl] of [
      ['/', 200, revalidate],
      ['/terms', 200, revalidate],
      ['/llms.txt', 200, revalidate],
      [script, 200, forever],
      ['/nowhere', 404, revalidate],
      ['/_astro/nowhere.js', 404, revalidate],
      ['/_headers', 404, revalidate],
      ['/.assetsignore', 404, revalidate],
      ['/404', 404, revalidate],
      ['/404.html', 404, revalidate],
      ['/404/', 404, revalidate],
      ['/api', 404, revalidate],
      ['/book/999', 404, revalidate],
      ['/newsletter/x', 404, revalidate],
      ['/healthz/x', 404, revalidate],
      ['/nowhere.html', 404, revalidate],
      ['/index.html.gz', 404, revalidate],
      ['/terms/index.html.br', 404, revalidate],
      [`${script}.br`, 404, revalidate],
    ] as const) {
      test(`${path} carries the site’s headers once`, async ({ request }) => {
        const response = await request.get(server.url + path);
        expect(response.status()).toBe(status);
        if (status === 404) expect(await response.text()).toBe(read('404.html'));
        expectHeaders(response, { ...siteHeaders, 'Cache-Control': cacheControl, Via: null });
        expect(response.headers().server ?? '').not.toMatch(/\d|caddy/i);
      });
    }

    for (const [path, status, form] of [
      [bookingPath(lastService.consultation), 200],
      ['/book', 200, wordsForm],
      ['/book', 400, { name: '' }],
      ['/newsletter', 200],
      ['/api/submit', 405],
      ['/healthz', 200],
    ] as const) {
      const what = `${form ? 'what is sent to ' : ''}${path}`;
      test(`${what} is answered ${status} with the form backend’s headers once`, async ({
        request,
      }) => {
        const response = form
          ? await request.post(server.url + path, { form })
          : await request.get(server.url + path);
        expect(response.status()).toBe(status);
        const isFramed = path === '/newsletter';
        expectHeaders(response, {
          ...backendHeaders(isFramed, styles),
          'Cache-Control': isFramed ? null : 'no-store',
          Via: null,
        });
        expect(response.headers().server ?? '').not.toMatch(/\d|caddy/i);
      });
    }

    test('what a visitor typed stands in no log of requests', async ({ request, ports }) => {
      const typed = 'name=Lovelace';
      for (const path of [
        `/book?${typed}`,
        `/?${typed}`,
        `/terms/?${typed}`,
        `/nowhere?${typed}`,
      ]) {
        await request.get(server.url + path, { headers: { Referer: `${siteUrl}/book?${typed}` } });
      }
      await request.get(`http://localhost:${ports.http}/book?${typed}`);
      expect(server.logged()).not.toContain('Lovelace');
    });

    test('a file that is missing, or all of them, brings what a visitor typed into no log', async ({
      request,
    }, testInfo) => {
      const gone = testInfo.outputPath('gone');
      cpSync(`${siteDir}.hosting`, `${gone}.hosting`, { recursive: true });
      for (const file of readdirSync(`${gone}.hosting`).map((name) =>
        join(`${gone}.hosting`, name),
      )) {
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll(resolve(siteDir), gone));
      }
      const empty = await startWebServer(name, gone, server.url);
      const headers = { Referer: `${siteUrl}/booking?key=Lovelace` };
      try {
        for (const { url } of [server, empty]) {
          for (const path of ['/_astro/fonts/x.woff2', '/x.csv?Lovelace', '/terms?name=Lovelace']) {
            await request.get(url + path, { headers });
          }
        }
      } finally {
        await empty.stop();
      }
      expect(server.logged() + empty.logged()).not.toContain('Lovelace');
    });

    test('what the server answers in place of a backend that is down carries the site’s headers once', async ({
      request,
    }) => {
      const alone = await startWebServer(name, siteDir, `http://127.0.0.1:${await freePort()}`);
      try {
        for (const path of ['/book', '/newsletter', '/healthz']) {
          const response = await request.get(alone.url + path);
          expect(response.status()).toBe(502);
          expectHeaders(response, { ...siteHeaders, Via: null });
        }
        const sent = await request.post(`${alone.url}/book`, { form: { name: 'Ada' } });
        expect(sent.status()).toBe(502);
        expectHeaders(sent, siteHeaders);
        await request.get(`${alone.url}/book?name=Lovelace`);
        expect(alone.logged()).not.toContain('Lovelace');
      } finally {
        await alone.stop();
      }
    });

    test('more than a form can hold is refused, by server or backend, with each header once', async ({
      request,
    }) => {
      const data = 'x'.repeat(3_000_000);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const response = await request.post(`${server.url}/book`, { data, headers });
      expect(response.status()).toBe(413);
      const { 'Content-Security-Policy': _, ...common } = siteHeaders;
      expectHeaders(response, common);
      const names = response.headersArray().map((header) => header.name.toLowerCase());
      expect(names.filter((header) => header === 'content-security-policy')).toHaveLength(1);
    });

    test('what is too long for the form backend is refused in its words, and nginx holds back twice as much', async ({
      request,
    }) => {
      for (const length of [70_000, 140_000]) {
        const response = await request.post(`${server.url}/book`, {
          form: { x: 'x'.repeat(length) },
        });
        expect(response.status()).toBe(413);
        const isNginx = name === 'nginx' && length > 128 * 1024;
        expect((await response.text()).includes(embedded.messages.tooLarge)).toBe(!isNginx);
      }
    });

    test('what the form backend answers before it has read all is not lost: its connection stays open', async ({
      request,
    }) => {
      const staysOpen: boolean[] = [];
      const backend = createServer((_incoming, outgoing) => {
        staysOpen.push(outgoing.shouldKeepAlive);
        outgoing.end();
      }).listen(0, '127.0.0.1');
      await once(backend, 'listening');
      const { port } = backend.address() as AddressInfo;
      const before = await startWebServer(name, siteDir, `http://127.0.0.1:${port}`);
      try {
        await request.post(`${before.url}/book`, { form: { name: 'Ada' } });
        expect(staysOpen).toEqual([true]);
      } finally {
        await before.stop();
        backend.close();
      }
    });

    for (const [path, address] of [
      ['/terms.html', '/terms'],
      ['/terms/', '/terms'],
      ['/terms/index.html', '/terms'],
      ['/index.html', '/'],
    ] as const) {
      test(`${path} leads to ${address}, as on the site’s own server`, async ({
        request,
        siteServers,
      }) => {
        for (const { url } of [server, siteServers.published]) {
          const response = await request.get(`${url + path}?x=1&y`);
          expect(response.status()).toBe(308);
          expect(response.headers().location).toBe(`${address}?x=1&y`);
          expectHeaders(response, siteHeaders);
        }
      });
    }

    for (const from of [`http://${host}`, `http://${otherHost}`, `https://${otherHost}`]) {
      test(`${from} leads to ${siteUrl}, and a form that is sent there goes along`, async ({
        request,
        ports,
      }) => {
        const wanted = `${siteUrl}/book?x=1&y`;
        let address = `${from}/book?x=1&y`;
        for (let hops = 0; address !== wanted && hops < 3; hops += 1) {
          const { protocol, host: Host, pathname, search } = new URL(address);
          const local = `${protocol}//localhost:${ports[protocol === 'http:' ? 'http' : 'https']}`;
          const headers = { Host };
          const response = await request.post(local + pathname + search, { headers });
          expect(response.status(), address).toBe(308);
          if (protocol === 'https:') {
            const name = 'Strict-Transport-Security';
            expectHeaders(response, { [name]: siteHeaders[name] ?? '' });
          }
          address = response.headers().location ?? '';
        }
        expect(address).toBe(wanted);
      });
    }

    test('HTTP/2 is spoken', async () => {
      const client = connect(server.url, { rejectUnauthorized: false });
      for (const path of ['/', '/book']) {
        const stream = client.request({ ':path': path, ':authority': host });
        const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
          stream.once('response', resolve).once('error', reject);
        });
        stream.resume();
        expect(headers[':status'], path).toBe(200);
      }
      expect(client.alpnProtocol).toBe('h2');
      client.close();
    });

    for (const [path, encoding] of [
      ['/', 'gzip'],
      ['/terms', 'gzip'],
      ['/nowhere', 'gzip'],
      ['/llms.txt', 'gzip'],
      [script, 'gzip'],
      ['/book', 'gzip'],
      ['/newsletter', 'gzip'],
      [paper, null],
    ] as const) {
      test(`${path} travels ${encoding ? 'compressed' : 'as it is'}`, async ({ request }) => {
        for (const accepted of [encoding ?? 'gzip', 'identity']) {
          const headers = { 'Accept-Encoding': accepted };
          const response = await request.get(server.url + path, { headers });
          expectHeaders(response, { 'Content-Encoding': accepted === encoding ? encoding : null });
          expect(namesTwice(response.headersArray())).toEqual([]);
        }
      });
    }

    for (const [how, javaScriptEnabled] of [
      ['with', true],
      ['without', false],
    ] as const) {
      test.describe(`a visit ${how} JavaScript`, () => {
        test.use({ javaScriptEnabled });

        test('goes from page to page to the inbox, and no answer says a thing twice', async ({
          page,
          siteServers,
          expectConsole,
        }) => {
          expectConsole(notFoundOnConsole);
          await page.goto(`http://${host}/`);
          await expect(page).toHaveURL(`${siteUrl}/`);
          const { stored } = siteServers.published;
          const place = { url: siteUrl, folder: siteDir, stored, hasScripts: javaScriptEnabled };
          await visit(page, place, `${how}@${name}.example`);
        });
      });
    }

    test('of a paper, a part travels alone', async ({ request }) => {
      const response = await request.get(server.url + paper, { headers: { Range: 'bytes=5-9' } });
      expect(response.status()).toBe(206);
      expect(await response.body()).toEqual(readFileSync(join(siteDir, paper)).subarray(5, 10));
      expectHeaders(response, siteHeaders);
    });

    test('the booking page takes a request', async ({ page }) => {
      const { labels, done } = embedded.booking;
      await page.goto(`${siteUrl}/book`);
      await page.getByLabel(labels.name).fill('Ada');
      await page.getByLabel(labels.email).fill('ada@example.com');
      await sayTimes(page);
      await (await styledButton(page, embedded.calendar.submit)).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(done.title);
    });

    for (const [where, find] of [
      ['the newsletter’s page', newsletterPage],
      ['its frame on the home page', newsletterFrame],
    ] as const) {
      test(`${where} takes a subscription`, async ({ page }) => {
        const { label, submit, done } = embedded.newsletter;
        const place = await find(page);
        await place.getByLabel(label).fill('ada@example.com');
        await (await styledButton(place, submit)).click();
        await expect(place.getByText(done.title, { exact: true })).toBeVisible();
      });
    }
  });
}
