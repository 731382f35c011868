import { expect, test } from 'vitest';
import { fillValues, readMarkdown } from './markdown.ts';
import { formatMistake } from './mistakes.ts';

const values = { shop: { name: 'Example', orders: 10_000, fraudShare: 0.012 } };

test('puts values in the place of their names and leaves everything else alone', () => {
  const source =
    '{shop.name}: {shop.orders} a day, {shop.fraudShare:percentTenths} {#id} {.end} { }';
  const { text, mistakes } = fillValues(source, 'a.md', values);
  expect(text).toBe('Example: 10,000 a day, 1.2% {#id} {.end} { }');
  expect(mistakes).toEqual([]);
});

test('names the file, the line and the value that is not known', () => {
  const { mistakes } = fillValues('one\n\n{shop.order} and {shop}', 'a.md', values);
  expect(mistakes.map(formatMistake)).toEqual([
    'a.md:3: there is no value {shop.order}; correct the name, or remove the text that has it',
    'a.md:3: there is no value {shop}; correct the name, or remove the text that has it',
  ]);
});

test('names a format that is not known, and a value that it does not suit', () => {
  const source = '{shop.orders:dolars}\n{shop.name:dollars}\n{shop.fraudShare}';
  expect(fillValues(source, 'a.md', values).mistakes.map(formatMistake)).toEqual([
    'a.md:1: {shop.orders:dolars} asks for an unknown format; known are tenths, hundredths, fiveDecimals, dollars, cents, percent, percentTenths, percentHundredths, millions, millionsHundredths, minutes',
    'a.md:2: {shop.name:dollars} is text, which takes no format; leave out “:dollars”',
    'a.md:3: {shop.fraudShare} is a fraction; give it a format, as in {shop.fraudShare:percent}',
  ]);
});

test('keeps the lines of the file in spite of frontmatter', () => {
  const { source } = readMarkdown('---\ntitle: A\n---\n\n## Heading\n', 'a.md', {});
  expect(source.frontmatter).toEqual({ title: 'A' });
  expect(source.root.children[0]?.position?.start.line).toBe(5);
});

test('prints a value as it is, whatever it would mean in Markdown', () => {
  const name = 'A `B` *C* [D](e) {f} "G" $H_I_ J&amp;K';
  const { source } = readMarkdown('By {name}.', 'a.md', { name });
  expect(source.root.children).toMatchObject([
    { type: 'paragraph', children: [{ type: 'text', value: `By ${name}.` }] },
  ]);
});
