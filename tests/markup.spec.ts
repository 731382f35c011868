import { readFile } from 'node:fs/promises';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { builtPages } from '#hosting/built-pages.ts';
import { variants } from '../tools/variants.ts';
import { expect, lastService, test } from './fixtures.ts';
import { expectValid } from './html-checkers.ts';

const served = [
  '/',
  ...legalPaths,
  '/received',
  '/nowhere',
  '/book',
  bookingPath(lastService.consultation),
  '/newsletter',
];

for (const path of new Set(served)) {
  test(`${path} is served as valid HTML`, async ({ request }) => {
    const response = await request.get(path);
    expect(response.headers()['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    await expectValid(await response.text());
  });
}

for (const variant of ['hosted', 'widget'] as const) {
  test.describe(`with services of third parties (${variant})`, () => {
    test.use({ variant });
    test('/ is served as valid HTML', async ({ request }) => {
      await expectValid(await (await request.get('/')).text());
    });
  });
}

test('the checker reports mistakes where there are some', async () => {
  const wrong =
    '<!doctype html><html lang="en"><head><title>A</title></head><body><p><div></div></p></body></html>';
  await expect(expectValid(wrong)).rejects.toThrow(/html-validate/);
});

/**
 * Returns the links and addresses that Cloudflare's proxy would rewrite, as its documentation describes:
 * developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/.
 */
const findObfuscated = (html: string): string[] => {
  const exempt =
    /<!--email_off-->.*?<!--\/email_off-->|<(head|script|noscript|textarea|xmp)\b.*?<\/\1>/gis;
  const rest = html.replace(exempt, '');
  const links = rest.match(/<a\b[^>]*\bhref="mailto:[^"]*"/gi) ?? [];
  const addresses = rest.replace(/<[^>]*>/g, ' ').match(/[^\s@]+@[^\s@]+/g) ?? [];
  return [...links, ...addresses];
};

test('Cloudflare’s proxy rewrites no address on any page', async ({ request }) => {
  const form = { email: 'ada@example.com' };
  const answers = await Promise.all([
    ...['/book', '/newsletter', '/booking?key=unknown'].map((path) => request.get(path)),
    ...['/api/submit', '/book', '/newsletter'].map((path) => request.post(path, { form })),
    request.put('/newsletter', { headers: { accept: 'text/html' } }),
  ]);
  const built = await builtPages(variants.embedded.folder);
  const pages = await Promise.all([
    ...built.map((file) => readFile(file, 'utf8')),
    ...answers.map((answer) => answer.text()),
  ]);
  expect(pages.flatMap(findObfuscated)).toEqual([]);
  const unmarked = pages.map((html) => html.replaceAll(/<!--\/?email_off-->/g, ''));
  expect(unmarked.flatMap(findObfuscated).length).toBeGreaterThan(10);
});
