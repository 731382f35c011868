import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findStale, readRecord, writeMade } from './record.ts';

test('a generated file that is missing, not recorded, outdated or edited by hand is reported', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'record-'));
  const file = join(folder.path, 'guide.pdf');
  const recordFile = join(folder.path, 'built.json');
  const made = { file, from: 'papers/text/guide.md' };
  expect(readRecord(recordFile)).toEqual({});
  expect(findStale(made, {}, 's')).toBe(`${file} is missing`);
  writeMade(recordFile, file, Buffer.from('%PDF'), 's');
  const record = readRecord(recordFile);
  expect(findStale(made, record, 's')).toBeNull();
  expect(findStale(made, {}, 's')).toBe(`there is no record of the source of ${file}`);
  expect(findStale(made, record, 't')).toBe(
    `papers/text/guide.md (or a figure, style, font or fact that goes into it) is newer than ${file}`,
  );
  writeMade(join(folder.path, 'other.json'), file, Buffer.from('%PDF by hand'), 's');
  expect(findStale(made, record, 's')).toBe(`${file} has changed since it was made`);
});
