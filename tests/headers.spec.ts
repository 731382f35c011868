import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { bookingPath } from '#enquiry/consultation.ts';
import { headersFor, parseHeadersFile } from '../headers/headers-file.ts';
import { backendHeaders } from '../headers/policy.ts';
import { variants } from '../tools/variants.ts';
import { wordsForm } from './booking-page.ts';
import { typed } from './contact-form.ts';
import { expect, lastService, open, test } from './fixtures.ts';

// Every answer carries the headers of the site (`_headers`) or of the form backend.

const lowerCased = (headers: Record<string, string>) => Object.fromEntries(new Headers(headers));

const styles = readFileSync(join(variants.embedded.folder, 'embedded.css'), 'utf8');

const rulesOf = (variant: keyof typeof variants) =>
  parseHeadersFile(readFileSync(join(variants[variant].folder, '_headers'), 'utf8'));

type Ask = (request: APIRequestContext) => Promise<APIResponse>;

const get =
  (path: string, headers: Record<string, string> = {}): Ask =>
  (request) =>
    request.get(path, { headers, maxRedirects: 0 });

const post =
  (path: string, options: Parameters<APIRequestContext['post']>[1] = {}): Ask =>
  (request) =>
    request.post(path, { maxRedirects: 0, ...options });

const picture = '/share/home.png';

const siteAnswers: readonly (readonly [what: string, status: number, ask: Ask])[] = [
  ['the home page', 200, get('/')],
  ['a legal text', 200, get('/terms')],
  ['an unknown address', 404, get('/nowhere')],
  ['an unknown address below the form backend', 404, get('/api/nowhere')],
  ['an address that cannot be read', 404, get('/%E0%A4%A')],
  ['the file of headers itself', 404, get('/_headers')],
  ['a part of a picture', 206, get(picture, { Range: 'bytes=0-99' })],
  ['a part beyond the end of a picture', 416, get(picture, { Range: 'bytes=99999999-' })],
  ['a picture', 200, get(picture)],
  ['a drawing', 200, get('/favicon.svg')],
  ['robots.txt', 200, get('/robots.txt')],
  ['security.txt', 200, get('/.well-known/security.txt')],
  ['the address of a page with its extension', 308, get('/terms.html')],
  ['a method that pages do not have', 405, post('/terms')],
  [
    'a page that the browser has',
    304,
    async (request) => {
      const etag = (await request.get('/terms')).headers().etag ?? '';
      return request.get('/terms', { headers: { 'If-None-Match': etag } });
    },
  ],
  [
    'a script',
    200,
    async (request) => {
      const [script = ''] =
        /\/_astro\/[\w.-]+\.js/.exec(await (await request.get('/')).text()) ?? [];
      return request.get(script);
    },
  ],
];

const backendAnswers: readonly (readonly [what: string, status: number, ask: Ask])[] = [
  ['the booking page', 200, get(bookingPath(lastService.consultation))],
  ['a booking that lacks something', 400, post('/book', { form: { name: '' } })],
  ['a booking', 200, post('/book', { form: wordsForm })],
  ['the newsletter frame', 200, get('/newsletter')],
  ['a subscription', 200, post('/newsletter', { form: { email: 'ada@example.com' } })],
  ['an accepted enquiry', 200, post('/api/submit', { data: typed })],
  [
    'the way on after a form without JavaScript',
    303,
    post('/api/submit', { form: typed, headers: { Accept: 'text/html' } }),
  ],
  ['a refused enquiry', 400, post('/api/submit', { data: {} })],
  [
    'what cannot be read',
    415,
    post('/api/submit', { data: 'x', headers: { 'Content-Type': 'text/plain' } }),
  ],
  ['what is too long', 413, post('/api/submit', { data: { message: 'x'.repeat(70_000) } })],
  ['a method that the form does not have', 405, get('/api/submit')],
];

/** These reveal the server, or mark the visitor. */
const telling = ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'set-cookie'];

for (const variant of ['embedded', 'hosted'] as const) {
  test.describe(`the ${variant} site`, () => {
    test.use({ variant });
    for (const [what, status, ask] of siteAnswers) {
      test(`${what} carries the site's headers`, async ({ request }) => {
        const response = await ask(request);
        expect(response.status()).toBe(status);
        const expected = lowerCased(headersFor(rulesOf(variant), '/'));
        expect(Object.keys(expected)).toHaveLength(8);
        expect(response.headers()).toMatchObject(expected);
        for (const name of telling) expect(response.headers()).not.toHaveProperty(name);
      });
    }
  });
}

for (const [what, status, ask] of backendAnswers) {
  test(`${what} carries the form backend's headers`, async ({ request }) => {
    const response = await ask(request);
    expect(response.status()).toBe(status);
    const isFramed = new URL(response.url()).pathname === '/newsletter';
    expect(response.headers()).toMatchObject(lowerCased(backendHeaders(isFramed, styles)));
    for (const name of telling) expect(response.headers()).not.toHaveProperty(name);
  });
}

test('only what has a hash in its name is kept for good', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [script = ''] = /\/_astro\/[\w.-]+\.js/.exec(html) ?? [];
  const cacheControl = async (path: string) => (await request.get(path)).headers()['cache-control'];
  expect(await cacheControl(script)).toBe('public, max-age=31536000, immutable');
  for (const path of ['/', '/favicon.svg', picture, '/_astro/nowhere.js']) {
    expect(await cacheControl(path), path).toBe('public, max-age=0, must-revalidate');
  }
});

test.describe('the browser holds to the policy', () => {
  test('a text assigned as markup is refused', async ({ page, expectConsole }) => {
    expectConsole(/requires 'TrustedHTML' assignment/);
    await open(page);
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<img src="/favicon.svg" alt="">';
        return null;
      } catch (cause) {
        return String(cause);
      }
    });
    expect(refused).toContain('TrustedHTML');
    await expect(page.locator('h1')).toBeVisible();
  });

  test('no script can create a Trusted Types policy', async ({ page, expectConsole }) => {
    expectConsole(/Creating a TrustedTypePolicy/);
    await open(page);
    const refused = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      try {
        return trustedTypes.createPolicy('default', { createHTML: (text: string) => text });
      } catch (cause) {
        return String(cause);
      }
    });
    expect(refused).toContain('TypeError');
  });

  test('a picture, a frame and a connection of somebody else are refused', async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(
      /img-src|Loading the image/,
      /frame-src|Framing/,
      /connect-src|Connecting/,
      /Fetch API cannot load/,
    );
    await open(page);
    const violated = await page.evaluate(async () => {
      const names: string[] = [];
      const all = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          names.push(effectiveDirective);
          if (names.length === 3) resolve();
        });
      });
      const image = new Image();
      image.src = 'http://booking.test/pixel.png';
      const frame = document.createElement('iframe');
      frame.src = 'http://booking.test/';
      document.body.append(image, frame);
      void fetch('http://booking.test/').catch(() => {});
      await all;
      return names.sort();
    });
    expect(violated).toEqual(['connect-src', 'frame-src', 'img-src']);
    expect(thirdParties.booking.requests).toEqual([]);
  });
});
