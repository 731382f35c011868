import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDraft } from './draft.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draft-'));
  writeFileSync(at('one.md'), 'one');
  writeFileSync(at('two.md'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('nothing is written before all is, and what stays the same is not written', () => {
  const draft = startDraft(folder);
  draft.edit('one.md', (text) => `${text}!`);
  draft.edit('one.md', (text) => `${text}?`);
  draft.edit('two.md', (text) => text);
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one');
  expect(draft.write()).toEqual(['one.md']);
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one!?');
});

test('when one file cannot be written, none has changed and nothing is left behind', () => {
  const draft = startDraft(folder);
  for (const name of ['one.md', 'new.md', 'two.md']) draft.edit(name, (text) => `${text}!`);
  mkdirSync(at(`two.md.setup-${process.pid}`));
  expect(draft.write).toThrow('EISDIR');
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one');
  expect(readdirSync(folder).toSorted()).toEqual(['one.md', 'two.md']);
});

test('a link stays a link, a file keeps who may read it, and a new one is the owner’s alone', () => {
  chmodSync(at('one.md'), 0o640);
  symlinkSync(at('one.md'), at('link.md'));
  const draft = startDraft(folder);
  for (const name of ['link.md', 'new.md']) draft.edit(name, (text) => `${text}!`);
  draft.write();
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one!');
  expect(statSync(at('one.md')).mode & 0o777).toBe(0o640);
  expect(statSync(at('new.md')).mode & 0o777).toBe(0o600);
});

const yaml = `# What it is.
name:   'Robin'   # of the owner

office: # where
  city: Seattle
  region: WA
hours: "7\\u00a0a.m. # not a comment"
weeks: [2, 4]
roles:
- name: "one" # the first
# the second
- name: two
- {name: three}
`;

test('of a YAML file only the answers change: comments, order, quotes and escapes stay', () => {
  writeFileSync(at('a.yaml'), yaml);
  const draft = startDraft(folder);
  draft.set('a.yaml', ['name'], "O'Hara: 1 # x");
  draft.set('a.yaml', ['office', 'region'], undefined);
  draft.set('a.yaml', ['weeks'], [2, 5]);
  draft.set('a.yaml', ['new'], 'no');
  draft.setItems('a.yaml', ['roles'], [1, 0, { name: '25' }]);
  draft.set('a.yaml', ['office', 'city'], 'Seattle');
  draft.write();
  expect(readFileSync(at('a.yaml'), 'utf8')).toBe(`# What it is.
name: 'O''Hara: 1 # x' # of the owner

office:
  # where
  city: Seattle
hours: "7\\u00a0a.m. # not a comment"
weeks: [2, 5]
roles:
# the second
- name: two
- name: "one" # the first
- name: "25"
new: no
`);
});

test('the comment of a field that goes stays', () => {
  writeFileSync(at('a.yaml'), '# The file.\na: 1\n# Of b.\nb: 2\n# Of c.\nc: 3\n');
  const draft = startDraft(folder);
  draft.set('a.yaml', ['b'], undefined);
  draft.set('a.yaml', ['c'], undefined);
  draft.write();
  expect(readFileSync(at('a.yaml'), 'utf8')).toBe('# The file.\na: 1\n# Of b.\n# Of c.\n');
});

test('lines end as they did, and a file whose answers stay is not written', () => {
  writeFileSync(at('a.yaml'), 'a:   1 # x\r\nb: two\r\n');
  const draft = startDraft(folder);
  draft.set('a.yaml', ['a'], 1);
  expect(draft.write()).toEqual([]);
  draft.set('a.yaml', ['b'], 'three');
  draft.write();
  expect(readFileSync(at('a.yaml'), 'utf8')).toBe('a: 1 # x\r\nb: three\r\n');
});
