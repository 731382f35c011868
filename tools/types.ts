import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// `astro check` checks the pages, and writes types that other files need. TypeScript's compiler cannot read
// pages, but takes a fifth of the time. With `--quick`, pages are not checked.

const astro = 'node_modules/astro/bin/astro.mjs';
const isQuick = process.argv.includes('--quick');
const commands = [
  ...(isQuick ? [] : [[astro, 'check', '--tsconfig=tsconfig.astro.json']]),
  ...(isQuick && !existsSync('.astro/types.d.ts') ? [[astro, 'sync']] : []),
  ['node_modules/typescript-native/bin/tsc'],
];
const failed = commands.filter(
  (command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0,
);
process.exitCode = failed.length;
