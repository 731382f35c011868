import { spawnSync } from 'node:child_process';
import { variableList } from '#hosting/variables.ts';
import { ExplainedError } from '#model/mistake.ts';
import { lockBuilds } from './build.ts';
import { runAtTerminal } from './terminal.ts';
import { variants } from './variants.ts';

// Builds the sites for the tests in browsers. Ignores the developer's environment and .env.

const nothingSet = Object.fromEntries(
  variableList.flatMap(({ name, readBy }) => (readBy.includes('build') ? [[name, '']] : [])),
);

await runAtTerminal(async () => {
  const free = lockBuilds();
  for (const { folder, environment } of Object.values(variants)) {
    const args = ['node_modules/astro/bin/astro.mjs', 'build', '--silent'];
    const env = { ...process.env, ...nothingSet, ...environment, OUT_DIR: folder };
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
    if (status !== 0) throw new ExplainedError(`The build of ${folder} failed.`);
  }
  free();
});
