import { HtmlValidate } from 'html-validate';
import { states } from './accessibility/states.ts';
import { test as base, expect, type Page } from './fixtures.ts';
import { type NuChecker, startNuChecker } from './nu-checker.ts';

// html-validate and, where it can run, the Nu Html Checker find no fault.

const test = base.extend<object, { nu: NuChecker | null }>({
  nu: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => {
      const nu = await startNuChecker();
      if ('missing' in nu) {
        console.log(`The Nu Html Checker is not asked: ${nu.missing}.`);
        await use(null);
      } else {
        await use(nu);
        await nu.stop();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
});

const expectValid = async (html: string, nu: NuChecker | null): Promise<void> => {
  const { results } = await htmlValidate.validateString(html);
  const messages = results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
  expect(messages, 'html-validate').toEqual([]);
  if (nu) expect(await nu.check(html), 'Nu Html Checker').toEqual([]);
};

const served = [
  '/',
  '/terms',
  '/privacy',
  '/received',
  '/nowhere',
  '/book',
  '/book/60',
  '/newsletter',
];

for (const path of served) {
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

const domOf = (page: Page): Promise<string> =>
  page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);

for (const { name, reach } of states) {
  test(`the DOM is valid: ${name}`, async ({ page, context, allowConsole, nu }) => {
    await reach({ page, context, allowConsole });
    await expectValid(await domOf(page), nu);
  });
}

test('the checkers report mistakes where there are some', async ({ nu }) => {
  const wrong =
    '<!doctype html><html lang="en"><head><title>A</title></head><body><p><div></div></p></body></html>';
  await expect(expectValid(wrong, null)).rejects.toThrow(/html-validate/);
  if (nu) expect(await nu.check(wrong)).toHaveLength(1);
});
