import { expect, test } from 'vitest';
import { naughtyCategories, naughtyStrings } from './naughty-strings.ts';

test('there are more than 515 of them, each once, and some in every category', () => {
  const texts = naughtyStrings.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThanOrEqual(515);
  const used = new Set(naughtyStrings.map(({ category }) => category));
  expect([...used]).toEqual(naughtyCategories);
});
