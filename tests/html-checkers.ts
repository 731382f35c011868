import { HtmlValidate } from 'html-validate';
import { expect } from './fixtures.ts';

const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
});

/** Fails when html-validate finds a mistake. The Nu Html Checker is asked by `npm run inspect`. */
export const expectValid = async (html: string): Promise<void> => {
  const { results } = await htmlValidate.validateString(html);
  const messages = results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
  expect(messages, 'html-validate').toEqual([]);
};
