import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Generated files, which are not part of the project. */
const made = /^(?:\.git|\.astro|\.wrangler|\.env|dist.*|data|node_modules|test-results)$/;

const allPackages = (): string[] =>
  readdirSync('node_modules').filter((entry) =>
    /^(?:[^.]|\.bin$|\.package-lock\.json$)/.test(entry),
  );

/** @returns a folder with this project and its packages, for the caller to change and remove */
export const copyProject = (packages = allPackages()): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'project-'));
  for (const name of readdirSync('.').filter((entry) => !made.test(entry))) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  // Each package has its own link, so that files of tools in node_modules itself stay separate.
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
  return folder;
};
