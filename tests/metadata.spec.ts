import type { APIRequestContext } from '@playwright/test';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { pagePaths } from '#model/pages.ts';
import { formatPhone } from '#model/phone.ts';
import { expect, open, test } from './fixtures.ts';

// For search engines and link previews.

const textOf = async (request: APIRequestContext, path: string): Promise<string> => {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return response.text();
};

test('each page for search engines has its title, address and share image, and the others have noindex', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  for (const path of ['/', ...pagePaths]) {
    await page.goto(path);
    const content = (name: string) =>
      page.locator(`head meta:is([name="${name}"], [property="${name}"])`).getAttribute('content');
    await expect(page).toHaveTitle(/^.{10,70}$/);
    const description = (await content('description')) ?? '';
    expect(description).toMatch(/^.{50,160}$/);
    const canonical = await page.locator('head link[rel=canonical]').getAttribute('href');
    expect(canonical).toBe(`http://localhost:4321${path}`);
    expect(await content('og:url')).toBe(canonical);
    expect(await content('og:title')).toBe(await page.title());
    expect(await content('og:description')).toBe(description);
    expect(await content('og:image')).toMatch(/^http:\/\/localhost:4321\/share\/\w+\.png$/);
    expect(await content('twitter:card')).toBe('summary_large_image');
  }
  for (const path of ['/received', '/nowhere']) {
    await page.goto(path);
    await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('head link[rel=canonical]')).toHaveCount(0);
  }
});

test('the structured data has the contents of the page', async ({ page, request }) => {
  await open(page);
  const json = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: the test examines its contents
  const graph: Record<string, any>[] = JSON.parse(json)['@graph'];
  expect(graph.map((node) => node['@type'])).toEqual([
    'ProfessionalService',
    'Person',
    'WebSite',
    ...services.items.map(() => 'Service'),
  ]);
  const offered = graph.filter((node) => node['@type'] === 'Service');
  expect(offered).toMatchObject(
    services.items.map(({ weeks: [minValue, maxValue] }) => ({
      offers: { eligibleDuration: { minValue, maxValue, unitCode: 'WEE' } },
    })),
  );
  const [firm = {}, person = {}] = graph;
  const visible = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
  for (const fact of [
    ...offered.flatMap((one) => [one.name, one.description, one.disambiguatingDescription]),
    firm.description,
    firm.email,
    formatPhone(String(firm.telephone)),
    [firm.address.addressLocality, firm.address.addressRegion].filter(Boolean).join(', '),
    person.name,
    ...person.knowsAbout,
  ]) {
    expect(visible).toContain(fact);
  }
  await expect(page.getByRole('banner')).toContainText(String(firm.name));
  expect(person.sameAs ?? []).toEqual(identity.socialLinks.map(({ url }) => url));
  expect(json).not.toMatch(/undefined|null|:(?:""|\[\]|\{\})/);
  for (const picture of [firm.logo, firm.image]) {
    expect((await request.get(new URL(String(picture)).pathname)).status()).toBe(200);
  }
  const ids = graph.map((node) => node['@id']);
  for (const [, id] of json.matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids).toContain(id);
});

test('robots.txt, sitemap, security.txt and icons have the right contents', async ({ request }) => {
  expect(await textOf(request, '/robots.txt')).toContain(
    'Sitemap: http://localhost:4321/sitemap-index.xml',
  );
  const sitemap = await textOf(request, '/sitemap-0.xml');
  const places = [...sitemap.matchAll(/<loc>http:\/\/localhost:4321([^<]+)<\/loc>/g)];
  expect(places.map(([, place]) => place).sort()).toEqual(['/', ...pagePaths].sort());
  const security = await textOf(request, '/.well-known/security.txt');
  expect(security).toContain(`Contact: mailto:${identity.email}`);
  const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT[\d:.]+Z)$/m.exec(security) ?? [];
  const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000);
  // RFC 9116, section 2.5.5: less than a year. The build may be some days old.
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);

  await textOf(request, '/favicon.ico');
  await textOf(request, '/apple-touch-icon.png');
});
