import { readServerConfig } from '#hosting/machine/config.ts';
import { startWorkersPreview } from '#hosting/workers/wrangler.ts';
import { buildSite } from './build.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(async (_, environment) => {
  const { port, siteDir } = readServerConfig(environment);
  await buildSite();
  const preview = await startWorkersPreview(port, siteDir, '.wrangler/state');
  console.log(`\n  The site      ${preview.url}`);
  console.log('  The inbox     npm run inbox -- list --host preview');
  console.log('  Stop          Ctrl-C\n');
  process.once('SIGINT', preview.stop).once('SIGTERM', preview.stop);
});
