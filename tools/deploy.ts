import { readEnvironment } from '#hosting/read-environment.ts';
import { workerVariables } from '#hosting/variables.ts';
import { findKeptSecrets, withSecrets } from '#hosting/workers/secrets.ts';
import {
  askWrangler,
  migrateInbox,
  runWrangler,
  WranglerError,
} from '#hosting/workers/wrangler.ts';
import { buildSite } from './build.ts';
import { diagnose } from './doctor/diagnose.ts';
import { formatFindings, hasErrors } from './doctor/report.ts';
import { readOptions } from './options.ts';

// `npm run deploy` publishes on Cloudflare Workers; `--dry-run` needs no account and uploads nothing.

/** Says what is wrong, and returns whether it succeeded. */
type Step = () => boolean | Promise<boolean>;

/** The name in wrangler.jsonc. */
const databaseName = 'risk-consulting-inbox';

/** As `npm run doctor -- --host=workers`. */
const examine = async (): Promise<boolean> => {
  const findings = await diagnose('workers');
  console.log(formatFindings(findings));
  return !hasErrors(findings);
};

const ensureDatabase = async (): Promise<boolean> => {
  const databases = JSON.parse(await askWrangler(['d1', 'list', '--json'])) as { name: string }[];
  if (databases.some(({ name }) => name === databaseName)) return true;
  return (await runWrangler(['d1', 'create', databaseName])) === 0;
};

const migrate = async (): Promise<boolean> => (await migrateInbox(['--remote'], runWrangler)) === 0;

const secrets = workerVariables(readEnvironment());

/** With what the Worker reads of the variables that are set here. */
const upload = async (...options: string[]): Promise<boolean> => {
  const names = Object.keys(secrets);
  if (names.length > 0) console.log(`The Worker is given, as secrets: ${names.join(', ')}`);
  const code = await withSecrets(secrets, (...file) =>
    runWrangler(['deploy', ...options, ...file]),
  );
  return code === 0;
};

const nameKeptSecrets = async (): Promise<boolean> => {
  const existing = JSON.parse(await askWrangler(['secret', 'list', '--format', 'json']));
  for (const line of findKeptSecrets(secrets, existing)) console.log(line);
  return true;
};

const runSteps = async (steps: Readonly<Record<string, Step>>): Promise<boolean> => {
  for (const [title, run] of Object.entries(steps)) {
    console.log(`\n── ${title}`);
    if (await run()) continue;
    console.error(`\n${title}: failed. Nothing after it was done.`);
    return false;
  }
  return true;
};

/** What the doctor finds stops only the real deployment. */
const rehearse = async (): Promise<boolean> => {
  let isHealthy = true;
  const done = await runSteps({
    Build: buildSite,
    Examine: async () => {
      isHealthy = await examine();
      return true;
    },
    'Bundle, without uploading': () => upload('--dry-run'),
  });
  if (done) {
    console.log(
      isHealthy
        ? '\nThe site can be deployed.'
        : '\nThe site can be built and bundled. `npm run deploy` will refuse it until the errors above are fixed.',
    );
  }
  return done;
};

const deploy = (): Promise<boolean> =>
  runSteps({
    Build: buildSite,
    Examine: examine,
    'Find or make the database of the inbox': ensureDatabase,
    'Bring the database up to date': migrate,
    Upload: upload,
    'Look for secrets from before': nameKeptSecrets,
  });

const { values: options } = readOptions({ options: { 'dry-run': { type: 'boolean' } } });
try {
  const done = await (options['dry-run'] ? rehearse() : deploy());
  if (!done) process.exitCode = 1;
} catch (cause) {
  console.error(cause instanceof WranglerError ? cause.message : cause);
  process.exitCode = 1;
}
