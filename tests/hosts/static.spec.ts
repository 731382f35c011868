import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { enquiryFromPayload } from '#enquiry/payload.ts';
import { variants } from '../../tools/variants.ts';
import { expect } from '../fixtures.ts';
import { playwrightDriver } from './driver.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';
import { staticName, named as test } from './named.ts';
import { visit } from './visit.ts';
import { type RunningWebServer, startPlainServer } from './web-servers.ts';

// The built folder as an owner uploads it, on a server that knows nothing of this site: it serves files,
// and for a folder its index.html. Clean addresses need no more than that.

const { folder, environment } = variants.hosted;

test.describe.configure({ mode: 'default' });
test.use({ variant: 'hosted' });

let server: RunningWebServer;
test.beforeAll(async ({ ports }) => {
  server = await startPlainServer(folder, ports.plain);
});
test.afterAll(() => server?.stop());

test('every link of every page leads to a page, a file or a part of a page (behavior 1.2)', async ({
  request,
}) => {
  const listed = readFileSync(join(folder, 'llms.txt'), 'utf8').matchAll(/\]\((\S+?)\)/g);
  const pages = new Map<string, ReturnType<typeof parse> | null>();
  const waiting = ['/', '/404.html'];
  for (const [, address = ''] of listed) {
    if (address.startsWith(environment.SITE_URL)) waiting.push(new URL(address).pathname);
  }
  const hashes: [path: string, id: string][] = [];
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

for (const [how, javaScriptEnabled] of [
  ['with', true],
  ['without', false],
] as const) {
  test.describe(`${how} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('a visitor reads, navigates, fails, sends, books and downloads (behavior 1.1, 9.1)', async ({
      page,
      thirdParties,
      expectConsole,
    }) => {
      expectConsole(/status of 400/);
      if (javaScriptEnabled) expectConsole(/contact_form: status/);
      const service = formServicesUnderTest.web3forms;
      let isRefusing = false;
      const taken = standIn(thirdParties[service.party], service, () => isRefusing);
      await visit(playwrightDriver(page), {
        // Without scripts the service leads back to the site by its name.
        url: javaScriptEnabled ? server.url : `http://${staticName}`,
        folder,
        hasScripts: javaScriptEnabled,
        hasInbox: false,
        booking: environment.PUBLIC_BOOKING_URL,
        breakForm: () => {
          isRefusing = true;
          return () => {
            isRefusing = false;
          };
        },
        failure: service.refusal[2],
        received: () =>
          taken.map((values) => ({ kind: 'enquiry', fields: enquiryFromPayload(values) })),
      });
    });
  });
}
