import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { APIRequestContext, APIResponse, FrameLocator, Locator } from '@playwright/test';
import { embedded } from '../content/embedded.ts';
import { headersFor, parseHeadersFile } from '../headers/headers-file.ts';
import { backendHeaders } from '../headers/policy.ts';
import { freePort } from '../tools/free-port.ts';
import { variants } from '../tools/variants.ts';
import { expect, open, type Page, test } from './fixtures.ts';
import {
  isInstalled,
  type RunningWebServer,
  startWebServer,
  webServerNames,
} from './web-servers.ts';

// The built configuration in real servers before the form backend. Each header must come once: of two
// policies browsers apply both, or neither.

test.describe.configure({ mode: 'default' });
test.use({ ignoreHTTPSErrors: true });

const siteDir = variants.embedded.folder;
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
    const path = file.replace(/(?:\/index)?\.html$/, '') || '/';
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

/** Waits for the form backend's styles. */
const styledButton = async (place: Page | FrameLocator, name: string): Promise<Locator> => {
  const button = place.getByRole('button', { name });
  await expect(button).toHaveCSS('border-top-style', 'solid');
  return button;
};

const newsletterPage = async (page: Page, url: string): Promise<Page> => {
  await page.goto(`${url}/newsletter`);
  return page;
};

const newsletterFrame = async (page: Page, url: string): Promise<FrameLocator> => {
  await open(page, url);
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
    test.beforeAll(async ({ siteServers }) => {
      server = await startWebServer(name, siteDir, siteServers.embedded.url);
    });
    test.afterAll(() => server?.stop());

    test('each kind of file has its media type', ({ request }) =>
      expectMediaTypes(request, server.url));

    const script = files.find((file) => file.endsWith('.js')) ?? '';
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
      ['/book', 200],
      ['/book', 200, { name: 'Ada', email: 'ada@example.com' }],
      ['/book', 400, { name: '' }],
      ['/book/99', 404],
      ['/newsletter', 200],
      ['/newsletter/x', 404],
      ['/api', 404],
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

    test('the booking page takes a request', async ({ page }) => {
      const { labels, submit, done } = embedded.booking;
      await page.goto(`${server.url}/book`);
      await page.getByLabel(labels.name).fill('Ada');
      await page.getByLabel(labels.email).fill('ada@example.com');
      await (await styledButton(page, submit)).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(done.title);
    });

    for (const [where, find] of [
      ['the newsletter’s page', newsletterPage],
      ['its frame on the home page', newsletterFrame],
    ] as const) {
      test(`${where} takes a subscription`, async ({ page }) => {
        const { label, submit, done } = embedded.newsletter;
        const place = await find(page, server.url);
        await place.getByLabel(label).fill('ada@example.com');
        await (await styledButton(place, submit)).click();
        await expect(place.getByRole('heading', { level: 1 })).toHaveText(done.title);
      });
    }
  });
}
