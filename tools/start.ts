import { readServerConfig } from '#hosting/machine/config.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { buildSite } from './build.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(async (_, environment) => {
  // Finds mistakes in the machine's setup before the build.
  const { dataDir } = readServerConfig(environment);
  openDatabase(databaseFile(dataDir)).close();
  await buildSite();
  await import('#hosting/machine/main.ts');
});
