import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { builtContent } from '#hosting/build-record.ts';
import { checkEnvironment } from '#hosting/environment.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { frozenFolder } from '#model/freeze.ts';
import { ExplainedError } from '#model/mistake.ts';
import { publishBuild } from './builds.ts';
import { runAtTerminal } from './terminal.ts';

/**
 * Locks builds, which share Astro's folder `.astro`, so that only one runs at a time. The operating system
 * releases the lock of a process that was killed.
 * @returns a function that releases the lock @throws ExplainedError if another build has it
 */
export const lockBuilds = (): (() => void) => {
  mkdirSync('.astro', { recursive: true });
  const lock = new DatabaseSync('.astro/build.lock', { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (cause) {
    lock.close();
    // Other errors come from file systems without locks.
    const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === 5;
    if (!isBusy) return () => {};
    throw new ExplainedError('Another build is running. Build again when it has finished.');
  }
};

/**
 * Runs Astro, and puts the content beside the pages, for the server and the commands to read.
 * @throws ExplainedError with Astro's output if it fails
 */
export const runAstro = (folder: string, env = process.env): void => {
  const args = ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { env });
  if (error) throw error;
  if (status !== 0) throw new ExplainedError(`failed\n${stdout}${stderr}`);
  const isModule = (file: string): boolean => !/[\\/](?:fonts|schema)$/.test(file);
  cpSync(frozenFolder, builtContent(folder), { recursive: true, filter: isModule });
};

/**
 * Builds the site, and replaces the previous one.
 * @param examine rejects a build that must not replace it
 * @throws ExplainedError if the previous site stays
 */
export const buildSite = async (
  examine: (folder: string) => Promise<void> = async () => {},
): Promise<void> => {
  const { OUT_DIR } = checkEnvironment(readEnvironment());
  const free = lockBuilds();
  process.stdout.write('Building the site … ');
  const startedAt = Date.now();
  try {
    await publishBuild(OUT_DIR, async (folder) => {
      runAstro(folder);
      console.log(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
      await examine(folder);
    });
  } finally {
    free();
  }
};

if (import.meta.main) await runAtTerminal(() => buildSite());
