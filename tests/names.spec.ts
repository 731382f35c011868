import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { navigation, sectionIds, sections } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { priceOf } from '#src/price.ts';
import { callName, expect, open, test } from './fixtures.ts';

// What a screen reader says of things met by themselves, as in its lists of links and landmarks. What holds
// on every page, of titles, landmarks and links that open a tab, is in accessibility/checks.ts.

test('links say what they do, and with what (behavior 1.3)', async ({ page }) => {
  await open(page);
  const calls = page.locator('a[href^="tel:"]');
  await expect(calls).not.toHaveCount(0);
  for (const link of await calls.all()) await expect(link).toHaveAccessibleName(callName);
  const claims = page.locator('#hero summary');
  await expect(claims).toHaveCount(hero.claims.length);
  for (const [index, { unit, text }] of hero.claims.entries()) {
    await expect(claims.nth(index)).toHaveAccessibleDescription(`${unit} ${text}`);
  }
  const { access, format } = resources.labels;
  for (const { title, size } of resources.catalogue) {
    const file = size ? `${format} (${size})` : format;
    const link = page.getByRole('article', { name: title, exact: true }).getByRole('link');
    await expect(link).toHaveAccessibleName(`${access} ${title}, ${file}`);
  }
});

test('a service is called by its title and terms, and so are its links (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const { labels, items } = services;
  for (const [index, { title, summary, duration, price }] of items.entries()) {
    const card = page.locator('#services details').nth(index);
    const name = card.locator('summary');
    const terms = `${labels.duration}: ${duration.replaceAll(/(?<=\d)\s*[-–]\s*(?=\S)/g, ` ${site.labels.rangeTo} `)}`;
    const cost = price ? ` ${labels.price}: ${priceOf(price)}` : '';
    await expect(name).toHaveAccessibleName(`${title} ${terms}${cost}`);
    await expect(name).toHaveAccessibleDescription(summary);
    // Seen, it is as the owner wrote it.
    await expect(name.getByText(duration)).not.toHaveCount(0);
    await name.click();
    await expect(card.getByRole('link', { name: title })).toHaveCount(2);
    await expect(card.getByRole('link')).toHaveCount(2);
  }
});

test('a role is called by what it is, where, and from when to when (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const { timeline, currentRole, present } = expertise;
  for (const [index, { role, company, from, to }] of timeline.entries()) {
    const heading = page.locator('#expertise ol h4').nth(index);
    await expect(heading).toHaveText(to === null ? `${role}, ${currentRole}` : role);
    const years = `${from} ${site.labels.rangeTo} ${to ?? present}`;
    await expect(heading).toHaveAccessibleDescription(`${company} ${years}`);
  }
});

test('a section is called as in the navigation (behavior 1.3)', async ({ page }) => {
  await open(page);
  const names = await page
    .locator('main > section')
    .evaluateAll((all) => all.map((section) => section.getAttribute('aria-label')));
  // Who comes to a region hears its heading next.
  const called = sectionIds.map(
    (id) =>
      navigation.find(({ section }) => section === id)?.label ??
      (id === 'hero' ? identity.firm : sections[id].words.heading),
  );
  expect(names).toEqual(called);
});
