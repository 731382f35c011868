import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Tools that are run by hand and too heavy for every installation, each with its exact version. */
export const onDemand = {
  lighthouse: ['lighthouse@13.5.0'],
  autocannon: ['autocannon@9.0.0'],
  stryker: ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'],
} as const;

/** No dependency of a tool is newer than this day, which replaces a lock file. */
const newest = '2026-11-27';

const quietly =
  '--ignore-scripts --legacy-peer-deps --no-package-lock --loglevel=error --no-audit --no-fund';

/**
 * Installs a tool if it is not installed yet, without install scripts.
 * @returns its `node_modules`, inside the project's, in which the tool finds the project's Vitest
 * @throws Error if npm fails
 */
export const installTool = (name: keyof typeof onDemand): string => {
  const packages = onDemand[name];
  const folder = resolve('node_modules/.cache/on-demand', packages.join('+').replaceAll('/', '-'));
  const modules = join(folder, 'node_modules');
  // npm writes this file last.
  if (existsSync(join(modules, '.package-lock.json'))) return modules;
  console.error(`Installing ${packages.join(' and ')}. This happens once …`);
  const { status } = spawnSync(
    'npm',
    ['install', `--prefix=${folder}`, `--before=${newest}`, ...quietly.split(' '), ...packages],
    { stdio: ['ignore', 2, 'inherit'], shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')}`);
  return modules;
};

// `npm run mutate [-- --mutate=FILE]`, with stryker.config.json: Stryker changes one expression of booking,
// enquiry and inbox after the other, and names the changes that no unit test there notices.
if (import.meta.main) {
  process.argv[1] = join(installTool('stryker'), '@stryker-mutator/core/bin/stryker.js');
  process.argv.splice(2, 0, 'run');
  await import(process.argv[1]);
}
