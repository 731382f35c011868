import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#model/tests/folder.ts';
import { isStale, readRecord, writeMade } from './record.ts';

test('a generated file that is missing, not recorded, outdated or edited by hand is made again', () => {
  const folder = makeFolder();
  const file = join(folder, 'guide.pdf');
  const recordFile = join(folder, 'built.json');
  const isStaleFrom = (source: string) => isStale(file, readRecord(recordFile), source);
  writeMade(recordFile, file, Buffer.from('%PDF'), 's');
  expect([isStaleFrom('s'), isStaleFrom('t'), isStale(file, {}, 's')]).toEqual([false, true, true]);
  writeMade(join(folder, 'other.json'), file, Buffer.from('%PDF by hand'), 's');
  expect(isStaleFrom('s')).toBe(true);
  rmSync(file);
  expect(isStaleFrom('s')).toBe(true);
  // Left over from a merge.
  writeFileSync(recordFile, '<<<<<<< HEAD\n');
  expect(readRecord(recordFile)).toEqual({});
});
