import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validationMessages } from '../messages.ts';
import { services } from '../services.ts';
import { findSyntaxMistake, findSyntaxMistakes, lineOfField } from './source.ts';

const file = 'content/sample.ts';
const source = (...lines: string[]): string =>
  ['export const sample = {', ...lines, '};', ''].join('\n');

test.each([
  ['a comma', source("  a: 'A'", '', "  b: 'B',"), 2, 'a comma is missing at the end of the line'],
  [
    'a colon',
    source("  a 'A one',"),
    2,
    "a comma, a colon or a bracket is missing before “'A one',”",
  ],
  ['a quotation mark', source("  a: 'A,", "  b: 'B',"), 2, 'a text has no closing quotation mark'],
  [
    'a code’s apostrophe',
    source("  a: 'It's',"),
    2,
    'the apostrophe ends the text; write ’ for one within a text',
  ],
  [
    'a code’s quotation mark',
    source('  a: “A”,'),
    2,
    "“ cannot stand here; a text stands between ' and '",
  ],
  ['the last bracket', 'export const sample = {\n  a: 1,\n', 1, 'a closing } is missing'],
  [
    'the bracket of a list',
    source('  a: {', "    b: 'B' },", '  },', '  c: [],'),
    6,
    '“};” cannot be understood here; is a bracket or a quotation mark missing before it?',
  ],
])('a file that lacks %s is told so, with the line', (_what, text, line, message) => {
  expect(findSyntaxMistake(file, text)).toEqual({ file, line, field: `line ${line}`, message });
});

test('files that can be read have no such mistake', () => {
  expect(findSyntaxMistake(file, source("  a: 'A',"))).toBeNull();
  expect(findSyntaxMistakes()).toEqual([]);
});

test('a field is found on its line, in a list too, and in a file with several constants', () => {
  const lineOf = (name: string, ...path: (string | number)[]): string => {
    const line = lineOfField(name, path) ?? 0;
    return readFileSync(name, 'utf8').split('\n')[line - 1] ?? '';
  };
  const index = services.items.length - 1;
  expect(lineOf('content/services.ts', 'items', index, 'id')).toContain(services.items[index]?.id);
  expect(lineOf('content/services.ts', 'labels', 'book')).toContain(services.labels.book);
  expect(lineOf('content/messages.ts', 'validationMessages', 'email')).toContain(
    validationMessages.email,
  );
  expect(lineOf('content/terms.md', 'updated')).toMatch(/^updated:/);
  // What is not there is looked for where it belongs.
  expect(lineOf('content/services.ts', 'labels', 'nothing')).toContain('labels: {');
});
