import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { characterSets } from '#src/styles/fonts/families.ts';
import { variants } from '../tools/variants.ts';
import { expect, laidOut, open, type Page, test } from './fixtures.ts';
import { isSample } from './sample.ts';

// Of sizes as they travel, with Brotli; times differ between machines.

const kilobytes = (count: number): number => count * 1024;
const { folder } = variants.embedded;
const sizeOf = (file: string): number => statSync(join(folder, file)).size;
const filesIn = (path: string, ending: string): string[] =>
  readdirSync(join(folder, path))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name));
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

// What a server sends before it waits for an answer; another owner's words may be longer.
const firstFlight = isSample ? 14 : 16;
const legalPage = isSample ? 13 : 14;

test(`head, styles, header and hero arrive within the first ${firstFlight} KB of the home page`, () => {
  const bytes = readFileSync(join(folder, 'index.html.br')).subarray(0, kilobytes(firstFlight));
  // The end of the file may be missing.
  const flags = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const arrived = brotliDecompressSync(bytes, flags).toString();
  expect(arrived).toContain('</head>');
  expect(arrived).toContain('id="hero"');
  expect(arrived).toContain('id="services"');
});

test(`the home page is at most 24 KB, a legal page at most ${legalPage} KB`, () => {
  expect(sizeOf('index.html.br')).toBeLessThanOrEqual(kilobytes(24));
  for (const path of legalPaths) {
    expect(sizeOf(`${path}/index.html.br`), path).toBeLessThanOrEqual(kilobytes(legalPage));
  }
});

test('all JavaScript together is at most 77 KB', () => {
  expect(sum(filesIn('_astro', '.js.br').map(sizeOf))).toBeLessThanOrEqual(kilobytes(77));
});

test('the scripts are two files, without a booking widget that is not in use', () => {
  const scripts = filesIn('_astro', '.js').map((file) => basename(file).split('.')[0]);
  expect(scripts.sort()).toEqual(['islands', 'page-script']);
});

const expectFewScripts = async (page: Page, site: string, limit: number): Promise<void> => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await laidOut(page);
  await expect(page.locator('header[data-solid]')).toBeAttached();
  expect(scripts.size).toBe(1);
  const sizes = [...scripts].map((script) => statSync(join(site, `${script}.br`)).size);
  expect(sum(sizes)).toBeLessThanOrEqual(kilobytes(limit));
};

test('before the first interaction a reader downloads one script of at most 9 KB', ({ page }) =>
  expectFewScripts(page, folder, 9));

test.describe('where visits are counted', () => {
  test.use({ variant: 'counting' });

  test('counting adds at most 0.6 KB to it, and no request', ({ page }) =>
    expectFewScripts(page, variants.counting.folder, 9.6));
});

const isInBaseFonts = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return characterSets.base.ranges.some(([first, last]) => first <= code && code <= last);
};

test('the fonts of a page without accents are two, of at most 24 KB', async ({ page }) => {
  const fonts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname);
  });
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  const text = (await page.locator('body').innerText()).replace(/\s/g, '');
  const isPlain = [...text].every(isInBaseFonts);
  expect([...fonts]).toHaveLength(isPlain ? 2 : 4);
  expect(sum([...fonts].map(sizeOf))).toBeLessThanOrEqual(kilobytes(isPlain ? 24 : 60));
});

/** Bytes of bodies on the wire; HTTP/2 compresses headers. */
const requestsBeforeIdle = async (page: Page): Promise<Map<string, number>> => {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? requestId;
    sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength);
  });
  // Idle never comes, only the first view.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  return sizes;
};

test('no script and no font is fetched before the browser is idle, and the first view is at most 26 KB', async ({
  page,
}) => {
  const requests = await requestsBeforeIdle(page);
  const names = [...requests.keys()].map((url) => new URL(url).pathname);
  expect(names.filter((name) => /\.(?:js|woff2)$/.test(name))).toEqual([]);
  expect(sum([...requests.values()]), JSON.stringify([...requests])).toBeLessThanOrEqual(
    kilobytes(26),
  );
});

test('the scripts come after the first view has been shown', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      run({ didTimeout: false, timeRemaining: () => 50 });
      return 0;
    };
  });
  await open(page);
  const [shown, scripts] = await page.evaluate(
    () =>
      [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
      ] as const,
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const { startTime } of scripts) expect(startTime).toBeGreaterThan(shown ?? Number.NaN);
});

test('no picture above the fold is fetched', async ({ page }) => {
  const requests = await requestsBeforeIdle(page);
  const pictures = [...requests.keys()].filter((url) => /\.(?:png|jpe?g|webp|avif|gif)$/.test(url));
  expect(pictures).toEqual([]);
  expect(await page.locator('header img, #hero img').count()).toBe(0);
});

test('nothing shifts when things open', async ({ page }) => {
  await page.addInitScript(() => {
    const unasked: number[] = [];
    Object.assign(window, { unasked });
    new PerformanceObserver((list) => {
      // Missing in TypeScript's DOM types.
      type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput) unasked.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  // How our faces come is a matter of tests/fonts.spec.ts.
  await page.evaluate(() => {
    (window as unknown as { unasked: number[] }).unasked.length = 0;
  });
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => (window as unknown as { unasked: number[] }).unasked)).toEqual(
    [],
  );
});
