import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('values take the place of their braces, wherever and however often they stand', () => {
  expect(fill('{a} and {b} and {a}', { a: '1', b: '2' })).toBe('1 and 2 and 1');
});

test('a value is put in as it is, also where it looks like a pattern', () => {
  expect(fill('{a}', { a: '$& {b} $1' })).toBe('$& {b} $1');
});

test('braces without a value stay', () => {
  expect(fill('{unknown} {}', {})).toBe('{unknown} {}');
});
