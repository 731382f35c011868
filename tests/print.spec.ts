import { identity } from '#content/identity.ts';
import { sections } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { expect, open, test } from './fixtures.ts';

const pagesIn = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Cases and clients' words need a third. */
const pages = sections['case-studies'].isEmpty && sections.clients.isEmpty ? 2 : 3;

for (const format of ['Letter', 'A4'] as const) {
  test(`the home page prints on ${pages} pages of ${format}`, async ({ page }) => {
    await open(page);
    expect(pagesIn(await page.pdf({ format }))).toBe(pages);
  });
}

test('what was folded away is printed, and no control is', async ({ page }) => {
  await open(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(services.items[0]?.deliverables[0] ?? '')).toBeVisible();
  await expect(page.getByText(identity.email, { exact: true })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
});

for (const path of ['/terms', '/privacy']) {
  test(`${path} prints without the frame of the site`, async ({ page }) => {
    await open(page, path);
    expect(pagesIn(await page.pdf({ format: 'Letter' }))).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: site.labels.backHome })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
