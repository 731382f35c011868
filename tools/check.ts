import { spawnSync } from 'node:child_process';

// `npm run check`: types, lint and unit tests, all of them also when one fails. Tests that start, kill
// and flood servers take longer than a developer should wait for; `npm test` runs them.
const slow = ['durability', 'hostile', 'mail', 'main', 'workers'].map(
  (name) => `--exclude=**/${name}.test.ts`,
);
const programs = [
  ['node_modules/astro/bin/astro.mjs', 'check'],
  ['node_modules/@biomejs/biome/bin/biome', 'check'],
  ['node_modules/vitest/vitest.mjs', 'run', ...slow],
];
const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
const failed = programs.filter(
  (args) => spawnSync(process.execPath, args, { stdio: 'inherit', env: environment }).status !== 0,
);
process.exitCode = failed.length === 0 ? 0 : 1;
