import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { update } from './update.ts';

type Value = { title: string; list: { id: string }[] };

const changed = (yaml: string, change: (value: Value) => unknown): string => {
  const document = parseDocument(yaml);
  const before = document.toJS();
  document.contents = update(document, document.contents, before, change(before)) as never;
  return document.toString();
};

test('comments go with what they are about, also when it moves or changes, and what is not changed stays as it was written', () => {
  const yaml = `# The whole.
title: "One" # beside
list:
  # Of the list.
  - id: a
    text: 'Alpha'
  # Of b.
  - id: b
    text: Beta
none: []
`;
  expect(changed(yaml, (value) => value)).toBe(yaml);
  expect(
    changed(yaml, ({ title, list: [a, b] }) => ({
      title,
      more: 1,
      list: [{ ...b, text: 'New: beta' }, { id: 'c' }, a],
      none: ['x'],
    })),
  ).toBe(`# The whole.
title: "One" # beside
more: 1
list:
  # Of the list.
  # Of b.
  - id: b
    text: "New: beta"
  - id: c
  - id: a
    text: 'Alpha'
none:
  - x
`);
});
