import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder with files, until the test ends. @param files the texts by path */
export const makeFolder = (files: Readonly<Record<string, string>> = {}): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

/** Makes a folder with files, and works in it until the test ends. */
export const enterFolder = (files?: Parameters<typeof makeFolder>[0]): void => {
  const before = process.cwd();
  process.chdir(makeFolder(files));
  onTestFinished(() => process.chdir(before));
};
