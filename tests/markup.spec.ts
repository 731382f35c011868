import { legalPaths } from '#content/schema/legal-pages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { expect, lastService } from './fixtures.ts';
import { expectValid, test } from './html-checkers.ts';

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
  test(`${path} is served as valid HTML`, async ({ request, nu }) => {
    const response = await request.get(path);
    expect(response.headers()['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    await expectValid(await response.text(), nu);
  });
}

for (const variant of ['hosted', 'widget'] as const) {
  test.describe(`with services of third parties (${variant})`, () => {
    test.use({ variant });
    test('/ is served as valid HTML', async ({ request, nu }) => {
      await expectValid(await (await request.get('/')).text(), nu);
    });
  });
}

test('the checkers report mistakes where there are some', async ({ nu }) => {
  const wrong =
    '<!doctype html><html lang="en"><head><title>A</title></head><body><p><div></div></p></body></html>';
  await expect(expectValid(wrong, null)).rejects.toThrow(/html-validate/);
  if (nu) expect(await nu.check(wrong)).toHaveLength(1);
});
