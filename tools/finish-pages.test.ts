import { expect, test } from 'vitest';
import { splitPrintRules, tidyHtml } from './finish-pages.ts';

test('the style of the islands is moved into the head, slashes are removed from void elements, and cells are aligned without styles', () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>';
  const body = '<body><img alt="a / b" /><td style="text-align: right">';
  expect(tidyHtml(`<head><meta name="a"/></head>${body}${style}<br><svg><path d="M0 0"/>`)).toBe(
    `<head><meta name="a">${style}</head><body><img alt="a / b"><td align="right"><br><svg><path d="M0 0"/>`,
  );
});

test('print rules are moved out of the style sheets of a page in their order, and other rules stay', () => {
  const others = '@media screen{a{top:0}}@media print and (color){p{color:red}}';
  expect(
    splitPrintRules(
      `<style>@media print{@page{margin:1cm}p{color:#000}}${others}@media print{b{left:0}}</style><p>@media print{}</p><style>i::before{content:"}@media print{"}@media print{i{top:0}}</style>`,
    ),
  ).toEqual({
    print: '@page{margin:1cm}p{color:#000}b{left:0}i{top:0}',
    page: `<style>${others}</style><p>@media print{}</p><style>i::before{content:"}@media print{"}</style>`,
  });
});
