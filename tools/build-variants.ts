import { spawnSync } from 'node:child_process';
import { variableList } from '#hosting/variables.ts';
import { lockBuilds } from './build.ts';
import { variants } from './variants.ts';

// Builds the sites for the tests in browsers. Ignores the developer's environment and .env.

const nothingSet = Object.fromEntries(
  variableList.flatMap(({ name, readBy }) => (readBy.includes('build') ? [[name, '']] : [])),
);

const free = lockBuilds();
if (free === null) {
  console.error('Another build is running. Build again when it has finished.');
  process.exit(1);
}
for (const { folder, environment } of Object.values(variants)) {
  const args = ['node_modules/astro/bin/astro.mjs', 'build', '--silent'];
  const env = { ...process.env, ...nothingSet, ...environment, OUT_DIR: folder };
  if (spawnSync(process.execPath, args, { stdio: 'inherit', env }).status !== 0) process.exit(1);
}
free();
