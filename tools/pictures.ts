import { spawnSync } from 'node:child_process';
import { ensureChromium } from '#documents/chromium.ts';

/**
 * `npm run pictures`: makes the pictures anew that tests/look.spec.ts compares the site with, for the
 * Chromium that is found. Look at each one before it is committed.
 */

const run = (args: string[]): number =>
  spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: ensureChromium() },
  }).status ?? 1;

process.exitCode =
  run(['tools/test.ts', '--only=build']) ||
  run([
    'node_modules/@playwright/test/cli.js',
    'test',
    'tests/look.spec.ts',
    '--update-snapshots=changed',
  ]);
