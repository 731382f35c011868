import { legalPaths } from '#content/schema/legal-pages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
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
