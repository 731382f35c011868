import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { builtContent } from '#hosting/build-record.ts';
import { checkEnvironment } from '#hosting/environment.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { frozenFolder } from '#model/freeze.ts';
import { publishBuild } from './builds.ts';

/**
 * Locks builds, which share Astro's folder `.astro`, so that only one runs at a time. The operating system
 * releases the lock of a process that was killed.
 * @returns a function that releases the lock; null if another build has it
 */
export const lockBuilds = (): (() => void) | null => {
  mkdirSync('.astro', { recursive: true });
  const lock = new DatabaseSync('.astro/build.lock', { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (cause) {
    lock.close();
    // Other errors come from file systems without locks.
    const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === 5;
    return isBusy ? null : () => {};
  }
};

/**
 * Runs Astro, and puts the content beside the pages, for the server and the commands to read. Shows Astro's output if
 * it fails. @returns whether it succeeded
 */
const runAstro = (folder: string): boolean => {
  const args = ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args);
  if (error) throw error;
  if (status !== 0) {
    console.log('failed');
    process.stderr.write(`${stdout}${stderr}`);
    return false;
  }
  const isModule = (file: string): boolean => !/[\\/](?:fonts|schema)$/.test(file);
  cpSync(frozenFolder, builtContent(folder), { recursive: true, filter: isModule });
  return true;
};

/**
 * Builds the site, and replaces the previous one.
 * @param examine returns whether a build may replace it
 * @returns whether it succeeded
 */
export const buildSite = async (
  examine: (folder: string) => Promise<boolean> = async () => true,
): Promise<boolean> => {
  const environment = readEnvironment();
  let site: string;
  try {
    site = checkEnvironment(environment).OUT_DIR;
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return false;
  }
  const free = lockBuilds();
  if (free === null) {
    console.error('Another build is running. Build again when it has finished.');
    return false;
  }
  process.stdout.write('Building the site … ');
  const startedAt = Date.now();
  const build = async (folder: string): Promise<boolean> => {
    if (!runAstro(folder)) return false;
    console.log(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
    return examine(folder);
  };
  try {
    return await publishBuild(site, build);
  } catch (cause) {
    console.error(
      `The new site could not replace ${site}: ${cause instanceof Error ? cause.message : cause}`,
    );
    return false;
  } finally {
    free();
  }
};

if (import.meta.main && !(await buildSite())) process.exitCode = 1;
