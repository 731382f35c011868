import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
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

const note = (rows: readonly string[]): string => texts(rows).join(' ');

test('40 lines are shown, and what follows is counted', () => {
  const all = drawn('a\n'.repeat(40));
  expect(texts(all)).toEqual(Array(40).fill('a'));
  const rows = drawn('a\n'.repeat(20_000));
  expect(texts(rows.slice(0, 40))).toEqual(Array(40).fill('a'));
  expect(note(rows.slice(40))).toBe('… 39,920 more characters; --json shows all');
  expect(note(drawn(`${'a\n'.repeat(40)}b`).slice(40))).toBe(
    '… 1 more character; --json shows all',
  );
});

test('lines that came of wrapping count as lines', () => {
  const rows = drawn('你'.repeat(1000));
  expect(texts(rows.slice(0, 40))).toEqual(Array(40).fill('你'.repeat(10)));
  expect(note(rows.slice(40))).toBe('… 600 more characters; --json shows all');
});

test('values of one cell share its lines, so that a long name hides no address', () => {
  const rows = texts(drawn('a'.repeat(64_000), 'ada@example.com'));
  expect(rows.slice(0, 20)).toEqual(Array(20).fill('a'.repeat(20)));
  expect(rows[20]).toBe('… 63,600 more');
  expect(rows.at(-1)).toBe('ada@example.com');
});

test('a character is not cut in two where a cell ends', () => {
  // The last of 20 × 40 units is half a surrogate pair.
  const rows = drawn(`abc${'𝒳\u0301\u0301'.repeat(1000)}`);
  expect(rows.join('').isWellFormed()).toBe(true);
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

test('every line is as wide as the table, and no character is lost or counted twice', () => {
  fc.assert(
    fc.property(difficult, (text) => {
      const rows = drawn(text);
      for (const row of rows) expect(stringWidth(cell(row))).toBe(20);
      const end = rows.findIndex((row) => cell(row).startsWith('… '));
      const shown = end === -1 ? rows : rows.slice(0, end);
      const [, hidden = '0'] = /^… ([\d,]+) more/.exec(cell(rows[end] ?? '')) ?? [];
      const wanted = text.slice(0, text.length - Number(hidden.replace(',', '')));
      expect(withoutSpaces(texts(shown).join(''))).toBe(withoutSpaces(wanted));
    }),
    { numRuns: 200, seed: 20_261_122, endOnFailure: true },
  );
});
