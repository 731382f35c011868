import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Tools that are run by hand and too heavy for every installation, each with its exact version. */
export const onDemand = {
  lighthouse: ['lighthouse@13.5.0'],
  autocannon: ['autocannon@9.0.0'],
  observatory: ['@mdn/mdn-http-observatory@1.4.8'],
  nu: ['vnu-jar@26.9.27'],
  stryker: ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'],
} as const;

/** No package that a tool depends on is newer than this day: it takes the place of a lock file. */
const newest = '2026-11-27';

/**
 * Installs a tool where it is not installed yet, without install scripts.
 * @returns its `node_modules`, inside the project's, in which the tool finds the project's Vitest
 * @throws Error when npm fails
 */
export const installTool = (name: keyof typeof onDemand): string => {
  const packages = onDemand[name];
  const folder = resolve('node_modules/.cache/on-demand', packages.join('+').replaceAll('/', '-'));
  const modules = join(folder, 'node_modules');
  // npm writes it last.
  if (existsSync(join(modules, '.package-lock.json'))) return modules;
  console.error(`Installing ${packages.join(' and ')}. This happens once …`);
  const options = [
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-package-lock',
    '--loglevel=error',
  ];
  const { status } = spawnSync(
    'npm',
    ['install', `--prefix=${folder}`, `--before=${newest}`, ...options, ...packages],
    { stdio: ['ignore', 2, 'inherit'], shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')}`);
  return modules;
};
