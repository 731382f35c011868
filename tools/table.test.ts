import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { amount } from '../tests/amount.ts';
import { drawTable } from './table.ts';

/** The rows of a table whose text has 20 columns. */
const drawn = (...values: string[]): string[] =>
  [
    ...drawTable(
      [
        ['A', 22],
        ['B', 5],
      ],
      [values],
      (cell) => [cell, ['b']],
    ),
  ]
    .flatMap((part) => part.split('\n'))
    .slice(3, -1);

const cell = (row: string): string => row.slice('│ '.length, -' │ b   │'.length);

const texts = (rows: readonly string[]): string[] => rows.map((row) => cell(row).trimEnd());

test.each([
  ['hello', ['│ hello                │ b   │']],
  ['', ['│                      │ b   │']],
  [
    'a\n\n b',
    [
      '│ a                    │ b   │',
      '│                      │     │',
      '│  b                   │     │',
    ],
  ],
  // Two columns each.
  ['你好', ['│ 你好                 │ b   │']],
  ['👨‍👩‍👧‍👦🇩🇪', ['│ 👨‍👩‍👧‍👦🇩🇪                 │ b   │']],
  // No column of its own.
  ['e\u0301\u0316\u200b', ['│ e\u0301\u0316\u200b                    │ b   │']],
])('%j has the columns that a terminal gives it', (text, rows) => {
  expect(drawn(text)).toEqual(rows);
});

test.each([
  ['words go to the next line', ['words go to the next', 'line']],
  [`${'a'.repeat(20)}b`, ['a'.repeat(20), 'b']],
  ['你'.repeat(11), ['你'.repeat(10), '你']],
  ['a你'.repeat(7), [`${'a你'.repeat(6)}a`, '你']],
  ['👨‍👩‍👧‍👦'.repeat(11), ['👨‍👩‍👧‍👦'.repeat(10), '👨‍👩‍👧‍👦']],
  ['e\u0301'.repeat(21), ['e\u0301'.repeat(20), 'e\u0301']],
])('%j is wrapped', (text, rows) => {
  expect(texts(drawn(text))).toEqual(rows);
});

const difficult = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...' \n\u0301\u200d\ufe0f👩🇩你ﾞ\u1100\u1161\u0e33a'),
  ),
  maxLength: 1500,
  size: 'max',
});

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

test('every line is as wide as the table, and no character is lost', () => {
  fc.assert(
    fc.property(difficult, (text) => {
      const rows = drawn(text);
      for (const row of rows) expect(stringWidth(cell(row))).toBe(20);
      expect(withoutSpaces(texts(rows).join(''))).toBe(withoutSpaces(text));
    }),
    { numRuns: amount(20, 500), seed: 20_261_122, endOnFailure: true },
  );
});
