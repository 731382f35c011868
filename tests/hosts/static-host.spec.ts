import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { contact } from '#content/contact.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { site } from '#content/site.ts';
import { variants } from '../../tools/variants.ts';
import { button, fillIn } from '../contact-form.ts';
import { expect, open, test } from '../fixtures.ts';
import {
  isPlainServerInstalled,
  plainServerNames,
  type RunningWebServer,
  startPlainServer,
} from '../web-servers.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';

// The built folder as an owner uploads it, on servers that know nothing of this site: they serve
// files, and for a folder its index.html. Clean addresses must need no more than that.

test.use({ variant: 'hosted' });

const { folder, environment } = variants.hosted;
const addresses = [...readFileSync(join(folder, 'llms.txt'), 'utf8').matchAll(/\]\((\S+?)\)/g)]
  .map(([, url = '']) => new URL(url))
  .filter(({ origin }) => origin === new URL(environment.SITE_URL).origin)
  .map(({ pathname }) => pathname);

for (const name of plainServerNames) {
  test.describe(name, () => {
    test.skip(!isPlainServerInstalled(name), `${name} is not installed`);

    let server: RunningWebServer;
    test.beforeAll(async () => {
      server = await startPlainServer(name, folder);
    });
    test.afterAll(() => server?.stop());

    test('every link of every page leads to a page, a file or a part of a page', async ({
      request,
    }) => {
      expect(addresses).toContain('/terms');
      const pages = new Map<string, ReturnType<typeof parse> | null>();
      const waiting = ['/', ...addresses];
      const hashes: [address: string, id: string][] = [];
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (pages.has(path)) continue;
        const response = await request.get(server.url + path);
        expect(response.status(), path).toBe(200);
        const isPage = response.headers()['content-type']?.startsWith('text/html') ?? false;
        const root = isPage ? parse(await response.text()) : null;
        pages.set(path, root);
        for (const element of root?.querySelectorAll('[href], [src]') ?? []) {
          const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
          const url = new URL(address, server.url + path);
          if (url.origin !== server.url) continue;
          waiting.push(url.pathname);
          const [id] = url.hash.slice(1).split('?');
          if (id) hashes.push([url.pathname, id]);
        }
      }
      expect([...pages.keys()]).toEqual(expect.arrayContaining([...legalPaths]));
      for (const [path, id] of hashes) {
        expect(pages.get(path)?.getElementById(id), `${path}#${id}`).not.toBeNull();
      }
      expect(hashes.length).toBeGreaterThan(10);
    });

    test('a visitor reads the terms, and comes back to a section', async ({ page }) => {
      await open(page, server.url);
      await page.getByRole('link', { name: site.footer.terms }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.footer.terms);
      await page.getByRole('banner').locator('a[href$="#contact"]').first().click();
      await expect(page).toHaveURL(`${server.url}/#contact`);
    });

    test('an unknown address is a 404', async ({ request }) => {
      expect((await request.get(`${server.url}/nowhere`)).status()).toBe(404);
    });
  });
}

for (const name of plainServerNames) {
  for (const [serviceName, service] of Object.entries(formServicesUnderTest)) {
    for (const javaScriptEnabled of [true, false]) {
      test.describe(`${name}, ${serviceName}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
        test.skip(!isPlainServerInstalled(name), `${name} is not installed`);
        test.use({ javaScriptEnabled });

        test('a message reaches the service, and the visitor reads that it has', async ({
          page,
          thirdParties,
          allowConsole,
        }) => {
          const { folder } = variants[service.variant];
          const server = await startPlainServer(name, folder);
          const party = thirdParties[service.party];
          standIn(party, service);
          // Without scripts the service leads back to SITE_URL, which has no encryption here.
          allowConsole(/Cross-Origin-Opener-Policy/);
          await page.goto(server.url);
          await fillIn(page);
          await button(page).click();
          await expect(
            page.getByRole('heading', { name: contact.form.success.heading }),
          ).toBeVisible();
          expect(party.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
          expect((await page.request.get(`${server.url}/received`)).status()).toBe(200);
          await server.stop();
        });
      });
    }
  }
}

test('hosts that look for one find the page for unknown addresses as 404.html', () => {
  expect(readFileSync(join(folder, '404.html'), 'utf8')).toContain('<h1');
});
