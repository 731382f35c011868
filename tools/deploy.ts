import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import {
  askWrangler,
  inboxBinding,
  runWrangler,
  WranglerError,
} from '#hosting/workers/wrangler.ts';
import { buildSite } from './build.ts';

/**
 * `npm run deploy`: examines and builds the site, brings the inbox in D1 up to date, and puts the
 * site with its form backend on Cloudflare Workers. With `--dry-run` it does what needs no account, and
 * changes nothing anywhere.
 */

interface Step {
  title: string;
  /** @returns whether it succeeded; what is wrong was said */
  run: () => boolean | Promise<boolean>;
}

/** Name of the D1 database in wrangler.jsonc. */
const databaseName = 'risk-consulting-inbox';

const examine = (): boolean => {
  const args = ['tools/doctor.ts', '--host=workers'];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
};

/** The name of a database belongs to one in an account, so that it is made once. */
const ensureDatabase = async (): Promise<boolean> => {
  const databases = JSON.parse(await askWrangler(['d1', 'list', '--json'])) as { name: string }[];
  if (databases.some(({ name }) => name === databaseName)) return true;
  return (await runWrangler(['d1', 'create', databaseName])) === 0;
};

const migrate = async (): Promise<boolean> =>
  (await runWrangler(['d1', 'migrations', 'apply', inboxBinding, '--remote'])) === 0;

const upload = async (...options: string[]): Promise<boolean> =>
  (await runWrangler(['deploy', ...options])) === 0;

const readOptions = (): { isDryRun: boolean } | null => {
  try {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
    return { isDryRun: values['dry-run'] };
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return null;
  }
};

/** Runs steps up to the first that fails. */
const runSteps = async (steps: readonly Step[]): Promise<boolean> => {
  for (const { title, run } of steps) {
    console.log(`\n── ${title}`);
    if (await run()) continue;
    console.error(`\n${title}: failed. Nothing after it was done.`);
    return false;
  }
  return true;
};

/** What needs no account; what the doctor finds is shown, and stops only the real deployment. */
const rehearse = async (): Promise<boolean> => {
  let isHealthy = true;
  const done = await runSteps([
    { title: 'Build', run: buildSite },
    {
      title: 'Examine',
      run: () => {
        isHealthy = examine();
        return true;
      },
    },
    { title: 'Bundle, without uploading', run: () => upload('--dry-run') },
  ]);
  if (done) {
    console.log(
      isHealthy
        ? '\nThe site can be deployed.'
        : '\nThe site can be built and bundled. `npm run deploy` will refuse it until the errors above are mended.',
    );
  }
  return done;
};

const deploy = (): Promise<boolean> =>
  runSteps([
    { title: 'Build', run: buildSite },
    { title: 'Examine', run: examine },
    { title: 'Find or make the database of the inbox', run: ensureDatabase },
    { title: 'Bring the database up to date', run: migrate },
    { title: 'Upload', run: upload },
  ]);

const options = readOptions();
if (options === null) process.exitCode = 2;
else {
  try {
    const done = await (options.isDryRun ? rehearse() : deploy());
    if (!done) process.exitCode = 1;
  } catch (cause) {
    console.error(cause instanceof WranglerError ? cause.message : cause);
    process.exitCode = 1;
  }
}
