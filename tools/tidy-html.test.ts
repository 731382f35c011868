import { expect, test } from 'vitest';
import { tidyHtml } from './tidy-html.ts';

test('the style of the islands is moved into the head and their scripts to the end, slashes are removed from void elements, and cells are aligned without styles', () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>';
  const scripts = ['<script>(()=>{a("$&")})();</script>', '<script>(()=>{b()})();\n</script>'];
  const [island, others] = [scripts.join(''), '<script>{c()}</script><svg><path d="M0 0"/>'];
  const cell = '<td style="text-align: right">';
  const body = `<body>${island}<img alt="a / b" />${cell}${style}<br>${others}</body>`;
  expect(tidyHtml(`<head><meta name="a"/></head>${body}`)).toBe(
    `<head><meta name="a">${style}</head><body><img alt="a / b"><td align="right"><br>${others}${island}</body>`,
  );
});
