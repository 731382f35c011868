import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { variants } from '../tools/variants.ts';
import {
  expect,
  firstSection,
  holdBack,
  laidOut,
  navigationLink,
  type Page,
  test,
} from './fixtures.ts';
import { isSample, notSample } from './sample.ts';

// How our faces come: src/layouts/first-view.ts, decision 0020.

const fontFiles = '**/*.woff2';

const firstFonts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  );

/** Of the elements with text in the first view, how many are drawn in our faces, and how many are not. */
const drawn = async (page: Page): Promise<{ ours: number; others: number }> => {
  const session = await page.context().newCDPSession(page);
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: ':is(body > header, #hero) *',
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
  await page.setContent(`<style>${readFileSync('src/styles/fonts/fonts.css', 'utf8')}</style>`);
  return page.evaluate(async () => {
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    // One of the headline's, two of the text's.
    return new Set(loaded.map(({ family, weight }) => family.split(' ')[0] + weight)).size === 3;
  });
};

const noStandIns = 'This machine has neither Arial and Times New Roman nor Liberation.';

/** What moved without being asked to, as Chromium counts it. */
const shiftsOn = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      // Missing in TypeScript's DOM types.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        (window as unknown as { shifted: number }).shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  };
};

/** What Lighthouse writes as 0.000. */
const noShift = 0.0005;

test('the words of a first page are shown before a font is asked for', async ({ page }) => {
  await page.goto('/');
  await laidOut(page);
  const painted = await page.evaluate(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    // `startTime` is when the picture was on the screen, some milliseconds after the page had drawn it.
    // Missing in TypeScript's DOM types.
    return (entry as { paintTime?: number } | undefined)?.paintTime ?? entry?.startTime;
  });
  const asked = await firstFonts(page);
  expect(asked.length).toBeGreaterThanOrEqual(2);
  for (const time of asked) expect(time).toBeGreaterThan(painted ?? Number.NaN);
});

for (const width of [320, 390, 768, 1280, 1920]) {
  test(`at ${width} px our faces take their place, however late, and nothing moves`, async ({
    page,
  }) => {
    test.skip(!isSample, notSample);
    test.skip(!(await hasStandIns(page)), noStandIns);
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    const release = await holdBack(page, fontFiles);
    const shifts = await shiftsOn(page);
    const asked = page.waitForRequest(fontFiles);
    await page.goto('/');
    await asked;
    expect((await drawn(page)).ours).toBe(0);
    // Longer than a font may take with `font-display: optional`.
    await page.waitForFunction(() => performance.now() > 500);
    release();
    await laidOut(page);
    const { ours, others } = await drawn(page);
    expect(ours).toBeGreaterThan(20);
    expect(others).toBe(0);
    expect(await shifts()).toBeLessThan(noShift);
  });
}

test('where a line would end elsewhere, the machine’s fonts stay', async ({ page }) => {
  // One that is wider by far.
  const { folder } = variants.embedded;
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const [display, text] = [...html.matchAll(/url\("([^"]+\.woff2)"\)[^}]*U\+20-21/g)].map(
    ([, path]) => path ?? '',
  );
  await page.route(`**${display}`, (route) =>
    route.fulfill({ path: join(folder, text ?? ''), contentType: 'font/woff2' }),
  );
  const release = await holdBack(page, `**${text}`);
  const asked = page.waitForRequest(fontFiles);
  await page.goto('/');
  await asked;
  const places = () =>
    page.locator('#hero > *, #hero h1, #hero p, #hero a').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { x, y } = element.getBoundingClientRect();
        return [x, y];
      }),
    );
  const before = await places();
  release();
  await laidOut(page);
  expect((await drawn(page)).others).toBeGreaterThan(0);
  const moved = (await places()).map((place, index) => Math.abs(place - (before[index] ?? 0)));
  expect(Math.max(...moved)).toBeLessThan(3);
});

test('whoever has gone on before the fonts came sees no other ones on this page', async ({
  page,
}) => {
  const release = await holdBack(page, fontFiles);
  await page.goto('/');
  await navigationLink(page.getByRole('banner'), firstSection).click();
  const finished = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('.woff2'),
  );
  release();
  await finished;
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What comes part by part would have come.
    for (let times = 0; times < 10; times++)
      await new Promise((resolve) => requestIdleCallback(resolve));
  });
  expect((await drawn(page)).ours).toBe(0);
});

test('the next page has our faces from its first frame', async ({ page }) => {
  await page.goto('/');
  await laidOut(page);
  await page.getByRole('contentinfo').locator(`a[href="${legalPaths[0]}"]`).click();
  await page.waitForURL(`**${legalPaths[0]}`);
  expect(await page.evaluate(() => document.documentElement.dataset.fonts)).toBeUndefined();
  await page.goBack();
  expect(await page.evaluate(() => document.documentElement.dataset.fonts)).not.toBe('awaited');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('our faces are asked for at once, and hold nothing back', async ({ page }) => {
    const asked = page.waitForRequest(fontFiles);
    await page.goto('/');
    await asked;
    await expect(page.locator('html[data-fonts]')).toHaveCount(0);
  });
});

test('what stands in for our faces is as wide as they are', async ({ page }) => {
  test.skip(!isSample, notSample);
  test.skip(!(await hasStandIns(page)), noStandIns);
  await page.goto('/');
  await laidOut(page);
  const widths = await page.evaluate(async () => {
    const root = getComputedStyle(document.documentElement);
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) return [];
    const words: Record<string, string[]> = {};
    for (const part of document.querySelectorAll('body > header, #hero')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { parentElement: parent, textContent } = node;
        if (!parent?.checkVisibility() || parent.closest('script, style')) continue;
        const { fontFamily, fontWeight } = getComputedStyle(parent);
        const name = fontFamily.includes('Display in') ? 'display' : 'text';
        words[`${name} ${fontWeight}`] ??= [];
        words[`${name} ${fontWeight}`]?.push(textContent?.trim() ?? '');
      }
    }
    const widthIn = (weight: string | undefined, family: string, texts: string[]): number => {
      context.font = `${weight} 100px ${family}`;
      return texts.reduce((sum, text) => sum + context.measureText(text).width, 0);
    };
    return Object.entries(words).map(([kind, texts]) => {
      const [name, weight] = kind.split(' ');
      const [ours, fallback] = [`--font-${name}`, `--${name}-fallback`].map((property) =>
        widthIn(weight, root.getPropertyValue(property), texts),
      ) as [number, number];
      return { kind, ratio: fallback / ours };
    });
  });
  expect(widths.map(({ kind }) => kind).sort()).toEqual(['display 400', 'text 400', 'text 600']);
  for (const { kind, ratio } of widths) {
    expect(ratio, kind).toBeGreaterThan(0.985);
    expect(ratio, kind).toBeLessThan(1.015);
  }
});
