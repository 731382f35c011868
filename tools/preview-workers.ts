import { ConfigError, readServerConfig } from '#hosting/machine/config.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { startWorkersPreview, WranglerError } from '#hosting/workers/wrangler.ts';
import { buildSite } from './build.ts';

try {
  const { port, siteDir } = readServerConfig(readEnvironment());
  if (await buildSite()) {
    const preview = await startWorkersPreview(port, siteDir, '.wrangler/state');
    console.log(`\n  The site      ${preview.url}`);
    console.log('  The inbox     npm run inbox -- list --host preview');
    console.log('  Stop          Ctrl-C\n');
    const stop = (): void => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      void preview.stop();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  } else {
    process.exitCode = 1;
  }
} catch (cause) {
  const isKnown = cause instanceof ConfigError || cause instanceof WranglerError;
  console.error(isKnown ? cause.message : cause);
  process.exitCode = 1;
}
