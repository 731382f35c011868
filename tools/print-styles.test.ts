import { expect, test } from 'vitest';
import { partPrintRules } from './print-styles.ts';

test('rules for print leave a style sheet in their order, and others stay', () => {
  const css =
    'p{color:red}@media print{@page{margin:1cm}p{color:#000}}@media screen{a{top:0}}@media print{b{left:0}}i::before{content:"}@media print{"}';
  expect(partPrintRules(css)).toEqual({
    print: '@page{margin:1cm}p{color:#000}b{left:0}',
    others: 'p{color:red}@media screen{a{top:0}}i::before{content:"}@media print{"}',
  });
});

test('a style sheet without rules for print stays as it is', () => {
  const css = '@media (width>=10rem){@media print and (color){p{color:red}}}p{& a{top:0}}';
  expect(partPrintRules(css)).toEqual({ print: '', others: css });
});
