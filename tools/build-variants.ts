import { variableList } from '#hosting/variables.ts';
import { lockBuilds, runAstro } from './build.ts';
import { runAtTerminal } from './terminal.ts';
import { variants } from './variants.ts';

// Builds the sites for the tests in browsers. Ignores the developer's environment and .env.

const nothingSet = Object.fromEntries(
  variableList.flatMap(({ name, readBy }) => (readBy.includes('build') ? [[name, '']] : [])),
);

await runAtTerminal(async () => {
  const free = lockBuilds();
  for (const { folder, environment } of Object.values(variants)) {
    runAstro(folder, { ...process.env, ...nothingSet, ...environment });
  }
  free();
});
