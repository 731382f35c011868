import { expect, test } from 'vitest';
import { tidyHtml } from './tidy-html.ts';

test('the style of the islands is moved into the head and their scripts to the end, and cells are aligned without styles', () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>';
  const scripts = ['<script>(()=>{a("$&")})();</script>', '<script>(()=>{b()})();\n</script>'];
  const [island, others] = [scripts.join(''), '<script>{c()}</script><br>'];
  const cell = '<td style="text-align: right">';
  const body = `<body>${island}${cell}${style}<br>${others}</body>`;
  expect(tidyHtml(`<head></head>${body}`)).toBe(
    `<head>${style}</head><body><td align="right"><br>${others}${island}</body>`,
  );
});
