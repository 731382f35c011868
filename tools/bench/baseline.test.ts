import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createStaticSite } from '#hosting/machine/static-site.ts';
import { copySite, makeSentence } from './baseline.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('makes sites that the server takes', async () => {
  const sentence = join(folder, 'sentence');
  await makeSentence(sentence);
  expect(() => createStaticSite(sentence)).not.toThrow();

  const foreign = join(folder, 'foreign');
  await makeSentence(foreign);
  rmSync(join(foreign, '_headers'));
  rmSync(join(foreign, '404.html'));
  writeFileSync(join(foreign, 'index.html'), '<!doctype html><title>By others</title>');
  const copy = join(folder, 'copy');
  await copySite(foreign, copy);
  expect(() => createStaticSite(copy)).not.toThrow();
});
