import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { pagePaths } from '#model/pages.ts';
import { sectionIds } from '#model/sections.ts';
import { variants } from '../tools/variants.ts';
import { expect, notices, open, test } from './fixtures.ts';

test.use({ variant: 'published' });

const pagesIn = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** The most sheets of the home page: case studies and clients' words may need a fourth. */
const mostPages = sectionIds.includes('case-studies') || sectionIds.includes('clients') ? 4 : 3;

test('each page prints on few numbered sheets, with its address and the date, in letters of 9.5 pt or more (behavior 10.16)', async ({
  page,
}) => {
  const now = '2031-06-01T12:00:00Z';
  await page.clock.setFixedTime(now);
  for (const path of ['/', ...pagePaths]) {
    await open(page, path);
    await expect(page.locator('.printed')).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const address = variants.published.environment.SITE_URL + path;
    await expect(page.getByText(address, { exact: true })).toBeVisible();
    const date = new Date(now).toLocaleDateString(site.language, { dateStyle: 'long' });
    await expect(page.getByText(date, { exact: true })).toBeVisible();
    /** The sizes in points. */
    const sizes = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: [text: string, size: number][] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: element, textContent } = node;
        const text = textContent?.trim();
        if (!text || !element?.checkVisibility() || element.closest('.visually-hidden')) continue;
        found.push([text, Number.parseFloat(getComputedStyle(element).fontSize) * 0.75]);
      }
      return found;
    });
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(([, size]) => size < 9.49)).toEqual([]);
    const rules = await page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) => Array.from(cssRules, (r) => r.cssText)),
    );
    const numbered = rules.filter((rule) => /@page.*counter\(page\).*counter\(pages\)/s.test(rule));
    expect(numbered).toHaveLength(1);
    await page.emulateMedia({ media: null });
    for (const format of path === '/' ? ['Letter', 'A4'] : ['Letter']) {
      const sheets = pagesIn(await page.pdf({ format }));
      expect(sheets, `${path} on ${format}`).toBeLessThanOrEqual(path === '/' ? mostPages : 2);
    }
  }
});

test('a print has the current date even if translation has set a language that the browser does not know', async ({
  page,
}) => {
  await page.clock.setFixedTime('2031-06-01T12:00:00Z');
  await open(page);
  await page.evaluate(() => {
    document.documentElement.lang = 'auto';
    dispatchEvent(new Event('beforeprint'));
  });
  await expect(page.locator('[data-printed-date]')).toContainText('2031');
  await expect(notices(page)).toHaveCount(0);
});

test('a print includes folded texts, the email address and the papers, but no controls (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(notices(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const text of [
    services.items[0]?.deliverables[0] ?? '',
    ...contact.faq.items.flatMap(({ question, answer }) => [question, answer]),
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByText(identity.email, { exact: true })).toBeVisible();
  for (const { title } of resources.catalogue) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  // A print still has the height that was measured on the screen.
  const html = page.locator('html');
  await html.evaluate(({ style }) => style.setProperty('--notices-height', '99px'));
  await expect(html).toHaveCSS('padding-bottom', '0px');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const controls = page.locator('button, input, textarea, select').filter({ visible: true });
  await expect(controls).toHaveCount(0);
});
