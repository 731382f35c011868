import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from '#documents/chromium.ts';

/** `npm run states`: builds the site and takes a picture of every state of every page, to be looked at. */

const run = (args: string[]): number =>
  spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: ensureChromium() },
  }).status ?? 1;

process.exitCode =
  run(['tools/test.ts', '--only=build']) ||
  run(['node_modules/@playwright/test/cli.js', 'test', '--project=gallery']);
console.log(`\n  All states    ${pathToFileURL('test-results/states/index.html')}\n`);
