import { createServer } from 'node:net';
import { ConfigError, readServerConfig, type ServerConfig } from '#hosting/machine/config.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { DatabaseError, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { buildSite } from './build.ts';

const isPortFree = ({ port, host }: ServerConfig): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => probe.close(() => resolve(true)));
  });

const start = async (): Promise<boolean> => {
  // Finds mistakes in the machine's setup before the build.
  const config = readServerConfig(readEnvironment());
  openDatabase(databaseFile(config.dataDir)).close();
  if ((await isPortFree(config)) && !(await buildSite())) return false;
  await import('#hosting/machine/main.ts');
  return true;
};

try {
  if (!(await start())) process.exitCode = 1;
} catch (cause) {
  const isKnown = cause instanceof ConfigError || cause instanceof DatabaseError;
  console.error(isKnown ? cause.message : cause);
  process.exitCode = 1;
}
