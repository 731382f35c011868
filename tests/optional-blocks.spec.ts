import { about } from '#content/about.ts';
import { caseStudies } from '#content/case-studies.ts';
import { clients } from '#content/clients.ts';
import { expertise } from '#content/expertise.ts';
import { services } from '#content/services.ts';
import { expect, open, test } from './fixtures.ts';

// What an owner may leave out. Each test passes with it and without it.

test('cases, clients, logos, credentials, languages and capacity are as the owner has them, and leave no trace where there are none (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const empty = page.locator(
    'main :is(section, div, ul, ol, dl, dd, li, p, figure, picture, h2, h3, h4):empty:not([role])',
  );
  expect(await empty.evaluateAll((all) => all.map((element) => element.outerHTML))).toEqual([]);

  const studies = page.locator('#case-studies').getByRole('article');
  await expect(studies).toHaveCount(caseStudies.items.length);
  for (const { result, ...words } of caseStudies.items) {
    const study = page.getByRole('article', { name: words.title, exact: true });
    for (const text of [...Object.values(words), ...Object.values(result)]) {
      await expect(study).toContainText(text);
    }
  }
  const said = page.locator('#clients figure');
  await expect(said).toHaveCount(clients.words.length);
  for (const [index, { text, name, role, firm }] of clients.words.entries()) {
    await expect(said.nth(index).getByRole('blockquote')).toHaveText(text);
    for (const by of [name, `${role}, ${firm}`]) await expect(said.nth(index)).toContainText(by);
  }
  const logos = page.locator('#clients img');
  await expect(logos).toHaveCount(clients.logos.length);
  for (const [index, { firm }] of clients.logos.entries()) {
    await expect(logos.nth(index)).toHaveAccessibleName(firm);
    await logos.nth(index).scrollIntoViewIfNeeded();
    await expect(logos.nth(index)).not.toHaveJSProperty('naturalWidth', 0);
  }

  const { credentials, languages } = expertise;
  const heading = (name: string) =>
    page.getByRole('main').getByRole('heading', { name, exact: true });
  for (const block of [credentials, languages]) {
    if (block) await expect(heading(block.heading)).toHaveCount(block.items.length ? 1 : 0);
  }
  for (const [section, title, text] of [
    ...(credentials?.items ?? []).map(({ title, issuer }) => ['#expertise', title, issuer]),
    ...(languages?.items ?? []).map(({ language, level }) => ['#expertise', language, level]),
    ...(services.capacity ?? []).map(({ title, text }) => ['#services', title, text]),
  ] as [string, string, string][]) {
    await expect(heading(title)).toBeVisible();
    await expect(page.locator(section)).toContainText(text);
  }
});

test('the portrait comes in three formats and several widths, and has its place before it loads (behavior 1.3)', async ({
  page,
  allowConsole,
}) => {
  // Of the pictures that are held back.
  allowConsole(/ERR_FAILED/);
  const { portrait } = about;
  await page.route(/\.(?:avif|webp|jpg)$/, (route) => route.abort());
  await page.goto('/');
  const picture = page.locator('#about picture');
  await expect(picture).toHaveCount(portrait ? 1 : 0);
  if (!portrait) return;
  const parts = await picture
    .locator('[srcset]')
    .evaluateAll((all) =>
      all.map((part) => [
        part.getAttribute('type'),
        (part.getAttribute('srcset')?.split(',').length ?? 0) > 1,
      ]),
    );
  expect(parts).toEqual(['image/avif', 'image/webp', null].map((type) => [type, true]));
  const image = picture.locator('img');
  await expect(image).toHaveAccessibleName(portrait.alternative);
  const before = await image.boundingBox();
  expect(before?.height).toBeGreaterThan(200);
  await page.unrouteAll();
  await page.reload();
  await image.scrollIntoViewIfNeeded();
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  expect((await image.boundingBox())?.height).toBe(before?.height);
});
