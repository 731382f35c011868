import { expect, test } from 'vitest';
import { judge } from './given.ts';
import { fillValues } from './markdown.ts';
import { formatMistake } from './mistakes.ts';

const values = { rule: { precision: 0.12, name: 'Night' }, even: 0.1, day: { cost: 200 } };

test('sums, lists and chains are read as in arithmetic', () => {
  expect(judge('1 + 2 * 3 = 7', {})).toEqual({ holds: true, shown: '7 = 7' });
  expect(judge('12 - 2 - 3 = 7', {}).holds).toBe(true);
  expect(judge('(1 + 2) * 3 / 9 >= 1', {}).holds).toBe(true);
  expect(judge('0.1 + 0.2 = 0.3', {}).holds).toBe(true);
  expect(judge('min(3, 2) < 2.5 < max(1, 2, 3)', {}).holds).toBe(true);
  expect(judge('1 < 3 < 2', {})).toEqual({ holds: false, shown: '1 < 3 < 2' });
  expect(judge('rule.precision <= even', values)).toEqual({ holds: false, shown: '0.12 <= 0.1' });
});

test('a sentence whose inequality holds is printed without it', () => {
  const text = 'The rule pays{given rule.precision > even}, at {day.cost} a day.';
  expect(fillValues(text, 'a.md', values)).toEqual({
    text: 'The rule pays, at 200 a day.',
    mistakes: [],
  });
});

test('a sentence that no longer holds is named with its line, inequality and numbers', () => {
  const text =
    'first\n\nIt costs {day.cost:dollars}{given day.cost > 1}. The rule loses{given rule.precision < even}, as all do. More.';
  expect(fillValues(text, 'a.md', values).mistakes.map(formatMistake)).toEqual([
    'a.md:3: “The rule loses, as all do.” no longer holds: it is given rule.precision < even, but 0.12 < 0.1 is false',
  ]);
});

test('an inequality that cannot be read is named with its sentence', () => {
  const mistakesIn = (given: string) =>
    fillValues(`So it is{given ${given}}.`, 'a.md', values).mistakes.map(({ text }) => text);
  expect(mistakesIn('even > unknown.name')).toEqual([
    '“So it is.” is given even > unknown.name, which has “unknown.name”, which is no number',
  ]);
  expect(mistakesIn('rule.name > 1')[0]).toContain('has “rule.name”, which is no number');
  expect(mistakesIn('even')[0]).toContain('has none of < <= > >= =');
  expect(mistakesIn('even > (1')[0]).toContain('has “(1”, which is no number');
});
