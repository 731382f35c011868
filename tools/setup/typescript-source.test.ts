import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { setItems, setOptional, setValue } from './typescript-source.ts';

const source = `import type { T } from './t.ts';

/** What it is. */
export const value: T = {
  // Kept.
  name:   "Robin", // beside it
  place: { city: 'Seattle', region: 'WA' },
  list: [
    // the first
    { id: 'a' },
    { id: 'b' },
  ],
  year: 2023,
  promise: \`within \${hours}\`,
};
`;
const edit = [source, 'content/value.ts'] as const;
const [text, file] = edit;

const read = (edited: string) =>
  runInNewContext(edited.replace(/^import.*$/m, '').replace(/export const value: T =/, 'value ='), {
    hours: 24,
  });

test.each([
  'Robin O\'Neil, "the Fox"',
  `a \${name} \\ \`b\``,
  'one\ntwo\r\nthree\ttab',
  'דנה כהן\u200f, 李明, 🦊\u2028',
  '*/ // <script>',
  '$& $1',
])('the name %j is read as it was written, and nothing else changes', (name) => {
  const edited = setValue(file, text, ['name'], name);
  expect(read(edited)).toEqual({ ...read(text), name });
  expect(edited).toBe(text.split('"Robin"').join(JSON.stringify(name)));
});

test('a value that is there already is left as it is written', () => {
  expect(setValue(file, text, ['place', 'city'], 'Seattle')).toBe(text);
  expect(setValue(file, text, ['year'], 2023)).toBe(text);
});

test.each([
  ['2023', '2019', setValue(file, text, ['year'], 2019)],
  [", region: 'WA'", '', setOptional(file, text, ['place', 'region'])],
  ["'WA'", '"OR"', setOptional(file, text, ['place', 'region'], 'OR')],
  ["city: 'Seattle', ", '', setOptional(file, text, ['place', 'city'])],
  ["'WA'", '\'WA\', zip: "98101"', setOptional(file, text, ['place', 'zip'], '98101')],
])('%j becomes %j, and nothing else changes', (before, after, edited) => {
  expect(edited).toBe(text.replace(before, () => after));
});

test('entries stay with their comments, go, come and change places', () => {
  const list = (items: readonly unknown[]) => setItems(file, text, ['list'], items);
  expect(list([0, 1])).toBe(text);
  expect(list([0])).toBe(text.replace(",\n    { id: 'b' }", ''));
  expect(list([1, { id: 'c' }])).toContain('list: [\n    { id: \'b\' }, {"id":"c"},\n  ],');
  expect(read(list([]))).toMatchObject({ list: [] });
  expect(read(setItems(file, list([]), ['list'], [{ id: 'd' }]))).toMatchObject({
    list: [{ id: 'd' }],
  });
});

test.each([
  [() => setValue(file, text, ['promise'], 'soon'), 'content/value.ts:14: promise'],
  [() => setValue(file, text, ['list', 2, 'id'], 'c'), 'content/value.ts:8: list.2.id'],
  [
    () => setItems(file, text.replace("{ id: 'a' }", '...others'), ['list'], []),
    'content/value.ts:10: list',
  ],
  [
    () => setOptional(file, 'export const value = make();', ['region'], 'OR'),
    'content/value.ts:1: region',
  ],
])('what is computed is left to its owner', (change, where) => {
  expect(change).toThrow(`${where} is not written out there; change it by hand.`);
});
