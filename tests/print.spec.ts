import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { sections } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { variants } from '../tools/variants.ts';
import { openWithStoppedClock } from './clock.ts';
import { expect, open, type Page, test } from './fixtures.ts';

const pagesIn = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Cases and clients' words may need a fourth. */
const mostPages = sections['case-studies'].isEmpty && sections.clients.isEmpty ? 3 : 4;

for (const format of ['Letter', 'A4'] as const) {
  test(`the home page prints on at most ${mostPages} pages of ${format}`, async ({ page }) => {
    await open(page);
    expect(pagesIn(await page.pdf({ format }))).toBeLessThanOrEqual(mostPages);
  });
}

test('what was folded away is printed, what a colleague would ask is, and no control', async ({
  page,
}) => {
  await open(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(services.items[0]?.deliverables[0] ?? '')).toBeVisible();
  await expect(page.getByText(identity.email, { exact: true })).toBeVisible();
  for (const { question, answer } of contact.faq.items) {
    await expect(page.getByText(question, { exact: true })).toBeVisible();
    await expect(page.getByText(answer)).toBeVisible();
  }
  for (const { title } of resources.catalogue) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
});

/** Of each text that is seen, in points. */
const sizesIn = (page: Page): Promise<{ text: string; size: number }[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const sizes: { text: string; size: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element, textContent } = node;
      const text = textContent?.trim();
      if (!text || !element?.checkVisibility() || element.closest('.visually-hidden')) continue;
      sizes.push({ text, size: Number.parseFloat(getComputedStyle(element).fontSize) * 0.75 });
    }
    return sizes;
  });

for (const [path, pages] of [
  ['/', 3] as const,
  ...legalPaths.map((legal) => [legal, 2] as const),
]) {
  test.describe(path, () => {
    test.use({ variant: 'published' });

    test('is printed with where it stands and the day, in letters of 9.5 pt or more', async ({
      page,
    }) => {
      await openWithStoppedClock(page, path, '2031-06-01T12:00:00Z');
      await expect(page.locator('.printed')).toBeHidden();
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      const address = variants.published.environment.SITE_URL + path;
      await expect(page.getByText(address, { exact: true })).toBeVisible();
      const day = new Date('2031-06-01T12:00:00Z');
      const date = day.toLocaleDateString(site.language, { dateStyle: 'long' });
      await expect(page.getByText(date, { exact: true })).toBeVisible();
      const sizes = await sizesIn(page);
      expect(sizes.length).toBeGreaterThan(20);
      expect(sizes.filter(({ size }) => size < 9.49)).toEqual([]);
    });

    test('is printed with the numbers of its pages', async ({ page }) => {
      await open(page, path);
      const numbers = await page.evaluate(() =>
        [...document.styleSheets]
          .flatMap(({ cssRules }) => [...cssRules])
          .map(({ cssText }) => cssText)
          .filter((text) => /@page[\s\S]*counter\(page\)[\s\S]*counter\(pages\)/.test(text)),
      );
      expect(numbers).toHaveLength(1);
      expect(pagesIn(await page.pdf({ format: 'Letter' }))).toBeLessThanOrEqual(pages);
    });
  });
}

for (const path of legalPaths) {
  test(`${path} prints as wide as the sheet, without the frame of the site`, async ({ page }) => {
    await open(page, path);
    // Letter, without the margins.
    await page.setViewportSize({ width: Math.round((8.5 - 30 / 25.4) * 96), height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: site.labels.backHome })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const share = await page.locator('main article p:visible').evaluateAll((all) => {
      const boxes = all.map((element) => element.getBoundingClientRect());
      const left = Math.min(...boxes.map((box) => box.left));
      return (Math.max(...boxes.map((box) => box.right)) - left) / window.innerWidth;
    });
    expect(share).toBeGreaterThan(0.95);
  });
}
