import { cpSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What is made here and not part of the project. */
const made = /^(?:\.git|\.astro|\.wrangler|\.env|dist.*|data|node_modules|test-results)$/;

/** @returns a folder with this project and its packages, for the caller to change and remove */
export const copyProject = (): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'project-'));
  for (const name of readdirSync('.').filter((entry) => !made.test(entry))) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
};
