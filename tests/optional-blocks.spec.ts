import { existsSync } from 'node:fs';
import { about } from '#content/about.ts';
import { caseStudies } from '#content/case-studies.ts';
import { clients } from '#content/clients.ts';
import { expertise } from '#content/expertise.ts';
import { resources } from '#content/resources.ts';
import { coverPath } from '#content/schema/cover-path.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { expect, open, type Page, test } from './fixtures.ts';

// What an owner may leave out. Each test passes with it and without it.

const headings = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, exact: true });

test('nothing on the page is an empty element (behavior 1.3)', async ({ page }) => {
  await open(page);
  const empty = page.locator(
    'main :is(section, div, ul, ol, dl, dd, li, p, figure, picture, h2, h3, h4):empty:not([role])',
  );
  expect(await empty.evaluateAll((all) => all.map((element) => element.outerHTML))).toEqual([]);
});

test('a case says what the problem was, what was done, and what the result is measured on (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const studies = page.locator('#case-studies').getByRole('article');
  await expect(studies).toHaveCount(caseStudies.items.length);
  for (const [index, { result, ...words }] of caseStudies.items.entries()) {
    await expect(studies.nth(index)).toHaveAccessibleName(words.title);
    for (const text of [...Object.values(words), ...Object.values(result)]) {
      await expect(studies.nth(index)).toContainText(text);
    }
  }
});

test('a client’s words are beside name, role and firm (behavior 1.3)', async ({ page }) => {
  await open(page);
  const words = page.locator('#clients figure');
  await expect(words).toHaveCount(clients.words.length);
  for (const [index, { text, name, role, firm }] of clients.words.entries()) {
    await expect(words.nth(index).getByRole('blockquote')).toHaveText(text);
    await expect(words.nth(index)).toContainText(name);
    await expect(words.nth(index)).toContainText(`${role}, ${firm}`);
  }
});

test('logos have names, load, and keep their places (behavior 1.3)', async ({ page }) => {
  await open(page);
  const logos = page.locator('#clients img');
  await expect(logos).toHaveCount(clients.logos.length);
  for (const [index, { firm }] of clients.logos.entries()) {
    await expect(logos.nth(index)).toHaveAccessibleName(firm);
    await logos.nth(index).scrollIntoViewIfNeeded();
    await expect(logos.nth(index)).toHaveJSProperty('complete', true);
    expect(
      await logos.nth(index).evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).not.toBe(0);
  }
});

test('the portrait comes in three formats and several widths, and has its place before it loads (behavior 1.3)', async ({
  page,
  allowConsole,
}) => {
  // Of the pictures that are held back.
  allowConsole(/ERR_FAILED/);
  await page.route(/\.(?:avif|webp|jpg)$/, (route) => route.abort());
  await page.goto('/');
  const portrait = page.locator('#about picture');
  await expect(portrait).toHaveCount(about.portrait ? 1 : 0);
  if (!about.portrait) return;
  const image = portrait.locator('img');
  await expect(image).toHaveAccessibleName(about.portrait.alternative);
  expect(
    await portrait
      .locator('source')
      .evaluateAll((all) => all.map((source) => source.getAttribute('type'))),
  ).toEqual(['image/avif', 'image/webp']);
  for (const part of await portrait.locator('[srcset]').all()) {
    expect((await part.getAttribute('srcset'))?.split(',').length).toBeGreaterThan(1);
  }
  await image.scrollIntoViewIfNeeded();
  const before = await image.boundingBox();
  expect(before?.height).toBeGreaterThan(200);
  await page.unroute(/\.(?:avif|webp|jpg)$/);
  await page.reload();
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const after = await image.boundingBox();
  expect(after?.height).toBe(before?.height);
});

test('a paper is shown with its cover, or without one if there is none (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const papers = page.locator('#resources').getByRole('article');
  await expect(papers).toHaveCount(resources.catalogue.length);
  for (const [index, resource] of resources.catalogue.entries()) {
    const hasCover = existsSync(`public${coverPath(resource)}`);
    await expect(papers.nth(index).locator('img')).toHaveCount(hasCover ? 1 : 0);
  }
});

test('a price is written in the site’s currency and language (behavior 1.3)', async ({ page }) => {
  await open(page);
  const cards = page.locator('#services details');
  for (const [index, { price }] of services.items.entries()) {
    const summary = cards.nth(index).locator('summary');
    if (!price) {
      await expect(summary).not.toContainText(`${services.labels.price}: `);
      continue;
    }
    const { language, currency } = site;
    const digits = { maximumFractionDigits: Number.isInteger(price.amount) ? 0 : 2 };
    const money = price.amount.toLocaleString(language, { style: 'currency', currency, ...digits });
    await expect(summary).toContainText(money.replaceAll(/\s/g, ' '));
    if (price.per) await expect(summary).toContainText(price.per);
  }
});

test('credentials, languages and what is said of capacity are under their headings (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const { credentials, languages } = expertise;
  for (const block of [credentials, languages]) {
    if (block) await expect(headings(page, block.heading)).toHaveCount(block.items.length ? 1 : 0);
  }
  for (const { title, issuer } of credentials?.items ?? []) {
    await expect(headings(page, title)).toBeVisible();
    await expect(page.locator('#expertise')).toContainText(issuer);
  }
  for (const { language, level } of languages?.items ?? []) {
    await expect(headings(page, language)).toBeVisible();
    await expect(page.locator('#expertise')).toContainText(level);
  }
  for (const { title, text } of services.capacity ?? []) {
    await expect(headings(page, title)).toBeVisible();
    await expect(page.locator('#services')).toContainText(text);
  }
});
