import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Request } from '@playwright/test';
import { characterSets, hasCharacterIn } from '#model/character-sets.ts';
import { pagePaths } from '#model/pages.ts';
import { type VariantName, variants } from '../tools/variants.ts';
import {
  changeHtml,
  expect,
  holdBack,
  laidOut,
  lastSection,
  navigationLink,
  open,
  type Page,
  test,
} from './fixtures.ts';
import { isSample, notSample } from './sample.ts';

// Loading of the first view: src/layouts/first-view.ts, Document.astro, decision 0020.

const fontFiles = '**/*.woff2';

const deferred = (page: Page) => page.locator('html[data-deferred]');

/** Counts elements with text, those of the first view by default, by their fonts: ours and others. */
const drawn = async (page: Page, selector = ':is(body > header, #hero) *') => {
  const session = await page.context().newCDPSession(page);
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector,
  });
  const count = { ours: 0, others: 0 };
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    if (fonts.length > 0) count[fonts.every((font) => font.isCustomFont) ? 'ours' : 'others']++;
  }
  await session.detach();
  return count;
};

/** Whether this machine has fonts that stand in for ours, as Windows, macOS and most of Linux do. */
const hasStandIns = async (page: Page): Promise<boolean> => {
  await page.setContent(`<style>${readFileSync('.content/fonts/stand-ins.css', 'utf8')}</style>`);
  return page.evaluate(async () => {
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    // One font of the headline, two of the text.
    return new Set(loaded.map(({ family, weight }) => family.split(' ')[0] + weight)).size === 3;
  });
};

test('at each width our fonts replace those of the machine, however late, without a visible jump (behavior 1.4)', async ({
  page,
}) => {
  test.skip(!isSample, notSample);
  test.skip(!(await hasStandIns(page)), 'This machine has neither Arial nor Liberation.');
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      // Layout shifts that no visitor caused. The type is missing in TypeScript's DOM types.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        (window as unknown as { shifted: number }).shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    const release = await holdBack(page, fontFiles);
    const asked = page.waitForRequest(fontFiles);
    await page.goto('/');
    await asked;
    expect((await drawn(page)).ours, `${width} px`).toBe(0);
    // Waits longer than a font may take with `font-display: optional`.
    await page.waitForFunction(() => performance.now() > 500);
    // If all sections were laid out already, new fonts would lay them out again.
    await expect(deferred(page)).toHaveCount(1);
    release();
    await expect(page.locator('html[data-fonts=awaited]')).toHaveCount(0);
    await page.unroute(fontFiles);
    const { ours, others } = await drawn(page);
    expect(ours, `${width} px`).toBeGreaterThan(20);
    expect(others, `${width} px`).toBe(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate<number>('shifted'), `${width} px`).toBeLessThan(0.01);
  }
  // The next page has our fonts from its first frame.
  await page.getByRole('contentinfo').locator(`a[href="${pagePaths[0]}"]`).click();
  await page.waitForURL(`**${pagePaths[0]}`);
  expect(await page.evaluate(() => document.documentElement.dataset.fonts)).toBeUndefined();
});

test('the machine’s fonts stay if ours would break a line elsewhere (behavior 1.4)', async ({
  page,
}) => {
  // Text gets a font that is much narrower, and the headline one that is wider.
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const [display = '', text = ''] = Array.from(
    html.matchAll(/url\("([^"]+\.woff2)"\)[^}]*U\+20-21/g),
    ([, path]) => path ?? '',
  );
  for (const [path, other] of [
    [display, text],
    [text, display],
  ]) {
    const font = { path: join(folder, other ?? ''), contentType: 'font/woff2' };
    await page.route(`**${path}`, (route) => route.fulfill(font));
  }
  await page.setViewportSize({ width: 340, height: 844 });
  await page.goto('/');
  const height = () => page.locator('#hero').evaluate((hero) => hero.clientHeight);
  const before = await height();
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'none');
  expect((await drawn(page)).ours).toBe(0);
  expect(await height()).toBe(before);
});

test('a visitor who scrolls before our fonts have loaded reads on at the same place (behavior 1.4)', async ({
  page,
}) => {
  test.skip(!isSample, notSample);
  test.skip(!(await hasStandIns(page)), 'This machine has neither Arial nor Liberation.');
  // Here the sample's services have a line less in our fonts, and the first view does not.
  await page.setViewportSize({ width: 768, height: 900 });
  const release = await holdBack(page, fontFiles);
  const asked = page.waitForRequest(fontFiles);
  await page.goto('/');
  await asked;
  const top = () =>
    page.locator('#expertise h2').evaluate((title) => title.getBoundingClientRect().top);
  while ((await top()) > 200) {
    await page.evaluate(() => scrollBy(0, 200));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const before = await top();
  release();
  await laidOut(page);
  expect(await top()).toBeCloseTo(before, -1);
});

test('a letter that only a later section has, or that comes by translation, is in our font on the first page, like the letters beside it', async ({
  page,
}) => {
  await changeHtml(page, '/', (html) => html.replace('</main>', '<p id="ours">Peña</p>$&'));
  await page.goto('/');
  await laidOut(page);
  test.skip((await page.locator('html').getAttribute('data-fonts')) === 'none', 'No font of ours.');
  await page.locator('#ours').scrollIntoViewIfNeeded();
  expect(await drawn(page, '#ours')).toEqual({ ours: 1, others: 0 });
  await page.locator('#ours').evaluate((text) => text.replaceChildren('Życie'));
  await expect.poll(() => drawn(page, '#ours')).toEqual({ ours: 1, others: 0 });
});

test('a style sheet of an extension, which the page may not read, causes no error (behavior 1.4)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const ours = document.styleSheets;
    const theirs = {
      href: 'chrome-extension://abc/style.css',
      get cssRules() {
        throw new DOMException('Cannot access rules', 'SecurityError');
      },
    };
    Object.defineProperty(document, 'styleSheets', { get: () => [theirs, ...ours] });
  });
  await page.goto('/');
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts', 'awaited');
});

test('before the browser is idle, the page fetches at most 26 KB and no script, font or picture; it is laid out at once for visitors who start further down, and an early click on a link reaches its section (behavior 1.4, 2.1)', async ({
  page,
}) => {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  // The browser of this test is never idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const urls = requests.map((request) => request.url());
  expect(urls.filter((url) => /\.(?:js|woff2|png|jpe?g|webp|avif|gif)$/.test(url))).toEqual([]);
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const bytes = sum(sizes.map(({ responseBodySize }) => responseBodySize));
  expect(bytes, urls.join()).toBeGreaterThan(kilobytes(10));
  expect(bytes, urls.join()).toBeLessThanOrEqual(kilobytes(26));

  await expect(deferred(page)).toHaveCount(1);
  await page.reload();
  await laidOut(page);
  await page.goto('/terms');
  await page.goto('/#resources');
  await laidOut(page);
  await page.goto('/terms');
  await page.goto('/');
  await expect(deferred(page)).toHaveCount(1);
  await navigationLink(page.getByRole('banner'), lastSection).click();
  await laidOut(page);
  // 80 px is the header's height before it is measured.
  await expect
    .poll(() =>
      page.locator(`#${lastSection}`).evaluate((section) => section.getBoundingClientRect().top),
    )
    .toBeCloseTo(80, 0);
});

// The limits are sizes with Brotli, because times differ between machines.

const kilobytes = (count: number): number => count * 1024;
const { folder } = variants.embedded;
const sizeOf = (file: string): number => statSync(join(folder, file)).size;
const firstScript = (variant: VariantName): number => {
  const name = globSync('_astro/page-script.*.js.br', { cwd: variants[variant].folder }).join();
  return statSync(join(variants[variant].folder, name)).size;
};
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

// Kilobytes that a server sends before it waits for an acknowledgment; another owner's words may be longer.
const firstFlight = isSample ? 14 : 16;
const legalPage = isSample ? 13 : 14;

test(`the first ${firstFlight} KB contain the hero; the home page is at most 24 KB, a legal page ${legalPage} KB, all scripts 77 KB in two files, the first of 9 KB, or 9.6 KB where visits are counted (behavior 1.4, 7.1)`, () => {
  const bytes = readFileSync(join(folder, 'index.html.br')).subarray(0, kilobytes(firstFlight));
  // The end of the file may be missing.
  const flags = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const arrived = brotliDecompressSync(bytes, flags).toString();
  for (const part of ['</head>', 'id="hero"', 'id="services"']) expect(arrived).toContain(part);
  expect(sizeOf('index.html.br')).toBeLessThanOrEqual(kilobytes(24));
  for (const path of pagePaths) {
    expect(sizeOf(`${path}/index.html.br`), path).toBeLessThanOrEqual(kilobytes(legalPage));
  }
  const scripts = globSync('_astro/*.js', { cwd: folder });
  expect(scripts.map((file) => basename(file).split('.')[0]).sort()).toEqual([
    'islands',
    'page-script',
  ]);
  expect(sum(scripts.map((file) => sizeOf(`${file}.br`)))).toBeLessThanOrEqual(kilobytes(77));
  // islands.spec.ts tests that readers download no other script before the first interaction.
  expect(firstScript('embedded')).toBeLessThanOrEqual(kilobytes(9));
  expect(firstScript('published')).toBeLessThanOrEqual(kilobytes(9.6));
  // Without counts, the scripts have no code for them (behavior 7.1).
  for (const file of scripts) {
    const script = readFileSync(join(folder, file), 'utf8');
    expect(script, file).not.toMatch(/sendBeacon|api\/count|page_?view|globalPrivacyControl/);
  }
});

const isInBaseFonts = (character: string): boolean =>
  hasCharacterIn(characterSets.base.range, character);

test('scripts and fonts are requested after the first view is shown; a page without accents loads two fonts of at most 24 KB (behavior 1.4)', async ({
  page,
}) => {
  const fonts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname);
  });
  // Even if the browser is idle at once.
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      run({ didTimeout: false, timeRemaining: () => 50 });
      return 0;
    };
  });
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  const text = (await page.locator('body').innerText()).replace(/\s/g, '');
  const isPlain = [...text].every(isInBaseFonts);
  expect([...fonts]).toHaveLength(isPlain ? 2 : 4);
  expect(sum([...fonts].map(sizeOf))).toBeLessThanOrEqual(kilobytes(isPlain ? 24 : 60));
  const statuses = await page.evaluate(() => {
    const ours = [...document.fonts].filter(({ family }) => !family.includes(' in '));
    const families = Map.groupBy(ours, ({ family }) => family);
    return [...families.values()].map((fonts) => fonts.map(({ status }) => status));
  });
  // A file that has not loaded makes the others of its family slow (astro.config.ts).
  expect(statuses.filter((family) => family.includes('loaded'))).toEqual(
    Array(2).fill(isPlain ? ['loaded'] : expect.anything()),
  );
  const [shown, late] = await page.evaluate(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    const files = performance.getEntriesByType('resource');
    // `startTime` is when the picture was on the screen, some milliseconds after the page had drawn it.
    // Missing in TypeScript's DOM types.
    const drawn = (entry as { paintTime?: number } | undefined)?.paintTime ?? entry?.startTime;
    return [drawn, files.filter(({ name }) => /\.(?:js|woff2)$/.test(name))] as const;
  });
  expect(late.length).toBeGreaterThan(2);
  for (const { startTime, name } of late) {
    expect(startTime, name).toBeGreaterThan(shown ?? Number.NaN);
  }
});
