import { HtmlValidate } from 'html-validate';
import { test as base, expect } from './fixtures.ts';
import { type NuChecker, startNuChecker } from './nu-checker.ts';

export const test = base.extend<object, { nu: NuChecker | null }>({
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

/** Holds when html-validate and, where it can run, the Nu Html Checker find no fault. */
export const expectValid = async (html: string, nu: NuChecker | null): Promise<void> => {
  const { results } = await htmlValidate.validateString(html);
  const messages = results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
  expect(messages, 'html-validate').toEqual([]);
  if (nu) expect(await nu.check(html), 'Nu Html Checker').toEqual([]);
};
