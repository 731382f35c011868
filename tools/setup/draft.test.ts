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
  const draft = startDraft();
  draft.edit(at('one.md'), (text) => `${text}!`);
  draft.edit(at('one.md'), (text) => `${text}?`);
  draft.edit(at('two.md'), (text) => text);
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one');
  expect(draft.write()).toEqual([at('one.md')]);
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one!?');
});

test('when one file cannot be written, none has changed and nothing is left behind', () => {
  const draft = startDraft();
  for (const name of ['one.md', 'new.md', 'two.md']) draft.edit(at(name), (text) => `${text}!`);
  mkdirSync(at(`two.md.setup-${process.pid}`));
  expect(draft.write).toThrow('EISDIR');
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one');
  expect(readdirSync(folder).toSorted()).toEqual(['one.md', 'two.md']);
});

test('a link stays a link, a file keeps who may read it, and a new one is the owner’s alone', () => {
  chmodSync(at('one.md'), 0o640);
  symlinkSync(at('one.md'), at('link.md'));
  const draft = startDraft();
  for (const name of ['link.md', 'new.md']) draft.edit(at(name), (text) => `${text}!`);
  draft.write();
  expect(readFileSync(at('one.md'), 'utf8')).toBe('one!');
  expect(statSync(at('one.md')).mode & 0o777).toBe(0o640);
  expect(statSync(at('new.md')).mode & 0o777).toBe(0o600);
});

test('a file that was formatted stays so, and another keeps its way', () => {
  const formatted = "export const a = { b: 'c' };\n";
  const own = "export const a = { b:   'c' };\n";
  writeFileSync(at('formatted.ts'), formatted);
  writeFileSync(at('own.ts'), own);
  const draft = startDraft();
  for (const name of ['formatted.ts', 'own.ts']) draft.set(at(name), ['b'], 'd');
  draft.write();
  expect(readFileSync(at('formatted.ts'), 'utf8')).toBe(formatted.replace("'c'", "'d'"));
  expect(readFileSync(at('own.ts'), 'utf8')).toBe(`export const a = { b:   "d" };\n`);
});
