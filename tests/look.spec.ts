import { existsSync } from 'node:fs';
import { expect, hydrated, open, type Page, test } from './fixtures.ts';
import { isSample, notSample } from './sample.ts';

// Approved pictures of pages. Versions of Chromium and systems draw letters differently;
// `npm test -- --only=end-to-end -- tests/look.spec.ts --update-snapshots=changed` replaces them.

const settle = async (page: Page): Promise<void> => {
  // Fonts that arrive late are used only from the next page on.
  await page.reload();
  await hydrated(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    for (const frame of document.querySelectorAll('iframe')) frame.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  const frame = page.locator('iframe');
  if (await frame.count()) await frame.contentFrame().getByRole('button').waitFor();
};

interface Picture {
  width: number;
  path?: string;
  colorScheme?: 'dark';
  forcedColors?: 'active';
  fullPage?: true;
  arrange?: (page: Page) => Promise<void>;
}

const pictures: Record<string, Picture> = {
  'home-320-first-view': { width: 320 },
  'home-390-dark': { width: 390, colorScheme: 'dark', fullPage: true },
  'home-1280': { width: 1280, fullPage: true },
  'home-1280-forced-colors': { width: 1280, forcedColors: 'active' },
  'terms-1280': { path: '/terms', width: 1280 },
  'not-found-390-dark': { path: '/nowhere', width: 390, colorScheme: 'dark', fullPage: true },
  'menu-390': {
    width: 390,
    arrange: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  'services-open-1280': {
    width: 1280,
    arrange: async (page) => {
      await page.locator('#services summary').first().click();
      await page.locator('#services').evaluate((section) => section.scrollIntoView());
    },
  },
  'invalid-1280-dark': {
    width: 1280,
    colorScheme: 'dark',
    arrange: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
};

for (const [name, picture] of Object.entries(pictures)) {
  const { width, path = '/', colorScheme = 'light', forcedColors, fullPage, arrange } = picture;
  test(`${name} looks as it did (behavior 1.3)`, async ({
    page,
    browser,
    allowConsole,
  }, testInfo) => {
    test.skip(!isSample, `The pictures are the sample’s: ${notSample}`);
    const folder = `chromium-${browser.version().split('.')[0]}`;
    const isMade = existsSync(new URL(`pictures/${process.platform}/${folder}`, import.meta.url));
    test.skip(
      !isMade && testInfo.config.updateSnapshots === 'missing',
      `No pictures of ${folder} on ${process.platform} yet: npm test -- --only=end-to-end -- tests/look.spec.ts --update-snapshots=changed`,
    );
    allowConsole(/404/);
    await page.emulateMedia({ colorScheme, forcedColors: forcedColors ?? 'none' });
    await page.clock.setFixedTime('2026-03-04T10:00:00Z');
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await open(page, path);
    await settle(page);
    await arrange?.(page);
    await expect(page).toHaveScreenshot([folder, `${name}.png`], {
      fullPage: fullPage ?? false,
      maxDiffPixelRatio: 0.001,
    });
  });
}
