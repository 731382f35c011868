import { expect, test } from 'vitest';
import { fillValues, readMarkdown } from './markdown.ts';
import { formatMistake } from './mistakes.ts';

const values = { shop: { orders: '10,000' } };

test('puts values in the place of their names and leaves everything else alone', () => {
  const { text, mistakes } = fillValues('{shop.orders} a day {#id} { }', 'a.md', values);
  expect(text).toBe('10,000 a day {#id} { }');
  expect(mistakes).toEqual([]);
});

test('names the file, the line and the value that is not known', () => {
  const { mistakes } = fillValues('one\n\n{shop.order} and {shop}', 'a.md', values);
  expect(mistakes.map(formatMistake)).toEqual([
    "a.md:3: {shop.order} is not a known value; add it to the document's values or correct the name",
    "a.md:3: {shop} is not a known value; add it to the document's values or correct the name",
  ]);
});

test('keeps the lines of the file in spite of frontmatter', () => {
  const { source } = readMarkdown('---\ntitle: A\n---\n\n## Heading\n', 'a.md', {});
  expect(source.frontmatter).toEqual({ title: 'A' });
  expect(source.root.children[0]?.position?.start.line).toBe(5);
});
