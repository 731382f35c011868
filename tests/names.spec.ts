import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { notificationLabels } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { navigation, sectionIds, sections } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { priceOf } from '#src/price.ts';
import { callName, expect, open, test } from './fixtures.ts';

// What a screen reader says of things met by themselves, as in its lists of links and landmarks.

test('links say what they do, and with whom, wherever they are met', async ({ page }) => {
  await open(page);
  const calls = page.locator('a[href^="tel:"]');
  await expect(calls).not.toHaveCount(0);
  for (const link of await calls.all()) await expect(link).toHaveAccessibleName(callName);
  for (const [index, service] of services.items.entries()) {
    const card = page.locator('#services details').nth(index);
    await card.evaluate((element: HTMLDetailsElement) => {
      element.open = true;
    });
    await expect(card.getByRole('link')).toHaveCount(2);
    await expect(card.getByRole('link', { name: service.title })).toHaveCount(2);
  }
});

test('ranges are read with a word between their ends', async ({ page }) => {
  await open(page);
  const spoken = async (selector: string): Promise<string[]> => {
    const snapshots = await Promise.all(
      (await page.locator(selector).all()).map((element) => element.ariaSnapshot()),
    );
    return snapshots.flatMap((snapshot) => /\d\s?[-–]\s?\w+/.exec(snapshot)?.[0] ?? []);
  };
  expect(await spoken('#services summary, #expertise ol > li')).toEqual([]);
  // Seen, it is as the owner wrote it.
  for (const { duration } of services.items) {
    await expect(page.locator('#services summary').getByText(duration)).not.toHaveCount(0);
  }
});

test('a service is called by its title and terms, and described by its teaser', async ({
  page,
}) => {
  await open(page);
  const { labels, items } = services;
  for (const [index, { title, summary, duration, price }] of items.entries()) {
    const card = page.locator('#services summary').nth(index);
    const terms = `${labels.duration}: ${duration.replaceAll(/(?<=\d)\s*[-–]\s*(?=\S)/g, ` ${site.labels.rangeTo} `)}`;
    const cost = price ? ` ${labels.price}: ${priceOf(price)}` : '';
    await expect(card).toHaveAccessibleName(`${title} ${terms}${cost}`);
    await expect(card).toHaveAccessibleDescription(summary);
  }
});

test('a paper is called by its title, the present role as such', async ({ page }) => {
  await open(page);
  const { access, format } = resources.labels;
  for (const { title, size } of resources.catalogue) {
    const paper = page.getByRole('article', { name: title, exact: true });
    await expect(paper).toHaveCount(1);
    const file = size ? `${format} (${size})` : format;
    await expect(paper.getByRole('link')).toHaveAccessibleName(`${access} ${title}, ${file}`);
  }
  for (const { role } of expertise.timeline.filter(({ to }) => to === null)) {
    const name = `${role}, ${expertise.currentRole}`;
    await expect(page.locator('#expertise h4').getByText(role).first()).toHaveText(name);
  }
  for (const [index, { company, from }] of expertise.timeline.entries()) {
    const heading = page.locator('#expertise ol h4').nth(index);
    const [place, years] = (await heading.getAttribute('aria-describedby'))?.split(' ') ?? [];
    await expect(page.locator(`#${place}`)).toHaveText(company);
    await expect(page.locator(`#${years}`)).toContainText(String(from));
  }
});

test('a section has its name before its content is laid out', async ({ page }) => {
  await open(page);
  const names = await page
    .locator('main > section')
    .evaluateAll((all) => all.map((section) => section.getAttribute('aria-label')));
  // As the navigation calls it: who comes to a region hears its heading next.
  const called = sectionIds.map(
    (id) =>
      navigation.find(({ section }) => section === id)?.label ??
      (id === 'hero' ? identity.firm : sections[id].words.heading),
  );
  expect(names).toEqual(called);
});

test('a link within the page leads to words', async ({ page }) => {
  await open(page);
  const hashes = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
  for (const id of new Set(hashes)) {
    await expect(page.locator(`[id="${id}"]`), id).not.toBeEmpty();
  }
});

test('a button that says what a figure means says what the figure counts', async ({ page }) => {
  await open(page);
  const buttons = page.locator('#hero summary');
  await expect(buttons).toHaveCount(hero.claims.length);
  for (const [index, { unit, text }] of hero.claims.entries()) {
    await expect(buttons.nth(index)).toHaveAccessibleDescription(`${unit} ${text}`);
  }
});

test('nobody is led to a landmark without content, or to a second page within the page', async ({
  page,
}) => {
  await open(page);
  const region = page.getByRole('region', { name: notificationLabels.region });
  await expect(region).toHaveCount(0);
  const frame = page.frameLocator('#resources iframe');
  await page.locator('#resources iframe').scrollIntoViewIfNeeded();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(frame.getByRole('main')).toHaveCount(0);
  await expect(frame.getByRole('heading')).toHaveCount(0);
});

test('a tab says which page it shows, and whose', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  for (const path of ['/', ...legalPaths, '/received', '/nowhere', '/book', '/newsletter']) {
    await page.goto(path);
    expect(await page.title()).toMatch(/^\S.* – /);
    expect(await page.title()).toContain(identity.firm);
  }
  await page.goto('/terms');
  await expect(page).toHaveTitle(`${site.pages.terms.title} – ${identity.firm}`);
});

test('a link that opens a tab says so in the owner’s words', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  for (const path of ['/', '/terms', '/nowhere', '/book', '/newsletter']) {
    await page.goto(path);
    const links = await page.locator('a[target=_blank]').count();
    expect(links, path).toBeGreaterThan(0);
    const name = ` (${site.labels.newTab})`;
    await expect(page.getByRole('link', { name, includeHidden: true })).toHaveCount(links);
  }
});
