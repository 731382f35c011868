import { expect, test } from 'vitest';
import { tidyHtml } from './valid-html.ts';

test('the islands’ style moves into the head', () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>';
  expect(tidyHtml(`<head><title>A</title></head><body><p>B</p>${style}<p>C</p></body>`)).toBe(
    `<head><title>A</title>${style}</head><body><p>B</p><p>C</p></body>`,
  );
});

test('a page without islands stays as it is', () => {
  const page = '<head></head><body><style>p{}</style></body>';
  expect(tidyHtml(page)).toBe(page);
});

test.each([
  ['<img src="/a.png" alt=""/>', '<img src="/a.png" alt="">'],
  ['<input value="/>" required />', '<input value="/>" required>'],
  ['<input value=\'a "/>"\'/>', '<input value=\'a "/>"\'>'],
  ['<br/><br>', '<br><br>'],
])('%s loses its slash', (written, valid) => {
  expect(tidyHtml(written)).toBe(valid);
});

test.each([
  '<path d="M0 0"/>',
  '<script>const a = "<br/>";</script>',
  '<style>a::before{content:"<br/>"}</style>',
  '<!-- <br/> -->',
])('%s is left alone', (text) => {
  expect(tidyHtml(text)).toBe(text);
});
