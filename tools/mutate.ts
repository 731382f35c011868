import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTool } from './on-demand.ts';
import { readOptions } from './options.ts';

// `npm run mutate [-- FILE …]` runs Stryker with stryker.config.json: it changes one expression of
// booking, enquiry and inbox after the other, and names the changes that no unit test there notices.
// Without files it takes hours; `--dry-run` only runs the tests.

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const { status } = spawnSync(
  process.execPath,
  [
    join(installTool('stryker'), '@stryker-mutator/core/bin/stryker.js'),
    'run',
    ...(positionals.length > 0 ? [`--mutate=${positionals.join(',')}`] : []),
    ...(values['dry-run'] ? ['--dryRunOnly'] : []),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
