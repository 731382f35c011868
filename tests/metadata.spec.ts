import type { APIRequestContext } from '@playwright/test';
import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { hero } from '#content/hero.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { identity } from '../content/identity.ts';
import { formatPhone } from '../content/schema/phone.ts';
import { expect, open, test } from './fixtures.ts';

// For search engines, chat assistants and link previews.

const textOf = async (request: APIRequestContext, path: string): Promise<string> => {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return response.text();
};

for (const path of ['/', ...legalPaths]) {
  test(`${path} says what it is, where it lives, and how it looks when shared`, async ({
    page,
  }) => {
    await open(page, path);
    const content = (name: string) =>
      page
        .locator(`head meta[name="${name}"], head meta[property="${name}"]`)
        .getAttribute('content');
    await expect(page).toHaveTitle(/^.{10,70}$/);
    const description = (await content('description')) ?? '';
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(160);
    const canonical = await page.locator('head link[rel=canonical]').getAttribute('href');
    expect(canonical).toBe(`http://localhost:4321${path}`);
    expect(await content('og:url')).toBe(canonical);
    expect(await content('og:title')).toBe(await page.title());
    expect(await content('og:description')).toBe(description);
    expect(await content('og:image')).toMatch(/^http:\/\/localhost:4321\/share\/\w+\.png$/);
    expect(await content('twitter:card')).toBe('summary_large_image');
    await expect(page.locator('html')).toHaveAttribute('lang', site.language);
  });
}

for (const path of ['/received', '/nowhere']) {
  test(`${path} is not for search engines`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    await page.goto(path);
    await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('head link[rel=canonical]')).toHaveCount(0);
  });
}

interface Offer {
  eligibleDuration: { minValue: number; maxValue: number };
}

interface Node {
  '@type': string;
  '@id'?: string;
  [property: string]: unknown;
}

test('the structured data says what stands on the page', async ({ page }) => {
  await open(page);
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  const graph = (JSON.parse(json ?? '') as { '@graph': Node[] })['@graph'];
  expect(graph.map((node) => node['@type'])).toEqual([
    'ProfessionalService',
    'Person',
    'WebSite',
    ...services.items.map(() => 'Service'),
    'FAQPage',
  ]);

  const visible = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
  const offered = graph.filter((node) => node['@type'] === 'Service');
  for (const service of offered) {
    expect(visible).toContain(service.name);
    expect(visible).toContain(service.description);
    expect(visible).toContain(service.disambiguatingDescription);
  }
  expect(offered.map((node) => (node.offers as Offer).eligibleDuration)).toMatchObject(
    services.items.map(({ weeks: [minValue, maxValue] }) => ({
      minValue,
      maxValue,
      unitCode: 'WEE',
    })),
  );
  const questions = graph.at(-1)?.mainEntity as {
    name: string;
    acceptedAnswer: { text: string };
  }[];
  expect(questions).toHaveLength(contact.faq.items.length);
  for (const { name, acceptedAnswer } of questions) {
    expect(visible).toContain(name);
    expect(visible).toContain(acceptedAnswer.text);
  }
  const [firm, person] = graph as [Node, Node];
  const address = firm.address as Record<string, string>;
  for (const fact of [
    firm.description,
    firm.email,
    formatPhone(String(firm.telephone)),
    [address.addressLocality, address.addressRegion].filter(Boolean).join(', '),
    person.name,
    ...(person.knowsAbout as string[]),
  ]) {
    expect(visible).toContain(fact);
  }
  await expect(page.getByRole('banner')).toContainText(String(firm.name));
  const links = (person.sameAs ?? []) as string[];
  expect(links).toEqual(identity.socialLinks.map(({ url }) => url));
  for (const link of links) {
    await expect(page.locator(`footer a[href="${link}"]`)).toHaveCount(1);
  }
  expect(json).not.toMatch(/undefined|null|:(?:""|\[\]|\{\})/);

  for (const picture of [firm.logo, firm.image]) {
    expect((await page.request.get(new URL(String(picture)).pathname)).status()).toBe(200);
  }

  const ids = new Set(graph.map((node) => node['@id']));
  for (const [, reference] of (json ?? '').matchAll(/\{"@id":"([^"]+)"\}/g)) {
    expect(ids).toContain(reference);
  }
});

test('robots, sitemap, assistants and finders of holes are served', async ({ request }) => {
  expect(await textOf(request, '/robots.txt')).toContain(
    'Sitemap: http://localhost:4321/sitemap-index.xml',
  );
  const sitemap = await textOf(request, '/sitemap-0.xml');
  const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
  expect(places.sort()).toEqual(
    ['/', ...legalPaths].map((path) => `http://localhost:4321${path}`).sort(),
  );
  const security = await textOf(request, '/.well-known/security.txt');
  expect(security).toContain(`Contact: mailto:${identity.email}`);
  expect(security).toMatch(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/m);
});

test('llms.txt has the substance of the page, in order', async ({ page, request }) => {
  const markdown = await textOf(request, '/llms.txt');
  expect(markdown.startsWith(`# ${identity.firm}\n\n> `)).toBe(true);
  await open(page);
  const headings = await page.locator('main h2, #services summary h3').allTextContents();
  const tiles = hero.tiles.map(({ title }) => title);
  const missing = [about.heading, contact.heading, ...tiles];
  for (const heading of headings.filter((text) => !missing.includes(text))) {
    expect(markdown).toContain(heading);
  }
  expect(markdown).not.toMatch(/undefined|null|\[object/);
  for (const path of legalPaths) expect(markdown).toContain(`](http://localhost:4321${path})`);
});

test('icons and manifest are what they say they are', async ({ request }) => {
  const manifest = JSON.parse(await textOf(request, '/site.webmanifest'));
  expect(manifest.name).toBe(identity.firm);
  for (const { src, type } of manifest.icons) {
    const response = await request.get(src);
    expect(response.status(), src).toBe(200);
    expect(response.headers()['content-type'], src).toContain(type);
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/logo.svg']) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});
