import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables, workerVariables } from '#hosting/variables.ts';
import {
  findKeptSecrets,
  migrateInbox,
  runWrangler,
  withSecrets,
} from '#hosting/workers/wrangler.ts';
import { isOneOf } from '#model/vocabulary.ts';
import { buildSite } from './build.ts';
import { diagnose } from './doctor/diagnose.ts';
import { type Host, hosts } from './doctor/project.ts';
import { formatFindings, hasErrors } from './doctor/report.ts';
import { ask } from './inbox/wrangler-store.ts';
import { CommandError, UsageError } from './options.ts';
import { goBack } from './publish-build.ts';
import { findStaleShareImages } from './share-images.ts';
import { createCommand, flag, subcommand, text } from './subcommands.ts';
import { runAtTerminal, type Terminal } from './terminal.ts';

const environment = readEnvironment();
const { OUT_DIR: site = 'dist', SITE_URL: url = variables.SITE_URL.default } = environment;
const secrets = workerVariables(environment);

/** Returns the host of the option or the environment; asks once, and keeps the answer in `.env`. */
const hostOf = async (given: string | undefined, terminal: Terminal) => {
  const known = given ?? environment.PUBLISH_HOST;
  const question = `Where does the site go: ${hosts.join(', ')}?`;
  const host = known ?? (await terminal.ask?.(`${question} `))?.trim() ?? '';
  if (!isOneOf(hosts, host)) throw new UsageError(`${question} Name it as --host or PUBLISH_HOST.`);
  if (known === undefined) appendFileSync('.env', `\nPUBLISH_HOST=${host}\n`, { mode: 0o600 });
  return host;
};

/** @throws CommandError when a step fails; those after it are not done */
const step = async (title: string, run: () => boolean | Promise<boolean>): Promise<void> => {
  console.log(`\n── ${title}`);
  if (!(await run())) throw new CommandError(`\n${title}: failed. What is online is as it was.`);
};

const runScript = (file: string): boolean =>
  spawnSync(process.execPath, [file], { stdio: 'inherit' }).status === 0;

/** Makes what has changed since; an owner may have deleted the papers. */
const makeDocuments = (): boolean =>
  (!existsSync('papers/build.ts') || runScript('papers/build.ts')) &&
  (findStaleShareImages().length === 0 || runScript('tools/share-images.ts'));

/** Examines a build that is not online yet. */
const isHealthy = async (host: Host, folder: string): Promise<boolean> => {
  // The doctor looks there.
  process.env.OUT_DIR = folder;
  const all = await diagnose(host);
  const findings = all.filter(({ field }) => field !== 'OUT_DIR');
  console.log(`\n${formatFindings(findings, false)}`);
  return !hasErrors(findings);
};

/** Brings what `dist` is now online, or else the site from before back. @returns what is online */
const bringOnline = (host: Host): string => {
  const hasService = spawnSync('systemctl', ['is-active', '--quiet', 'site']).status === 0;
  const restart = host === 'machine' && hasService ? 'sudo systemctl restart site' : '';
  const command = environment.PUBLISH_COMMAND ?? restart;
  const todo = host === 'static' ? 'upload it' : 'restart the program that serves it';
  if (!command) return `\nIn ${site}/, for ${url}: ${todo}.`;
  console.log(`\n── ${command}`);
  const run = (): boolean => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0;
  if (run()) return `\nOnline: ${url}`;
  const before = goBack(site, { isForGood: true });
  if (before && host === 'machine') run();
  throw new CommandError(`\n${command}: failed. ${site} is ${before ?? 'new'}.`);
};

const wrangler = (...args: string[]): boolean => runWrangler(args);

const ensureDatabase = async (): Promise<boolean> => {
  // The name in wrangler.jsonc.
  const name = 'risk-consulting-inbox';
  const databases = JSON.parse(await ask(['d1', 'list', '--json'])) as { name: string }[];
  return databases.some((each) => each.name === name) || wrangler('d1', 'create', name);
};

/** Gives the Worker what it reads of the variables that are set here. */
const upload = (...options: string[]): boolean => {
  console.log(`The Worker is given, as secrets: ${Object.keys(secrets).join(', ') || 'none'}`);
  return withSecrets(secrets, (...file) => wrangler('deploy', ...options, ...file));
};

/** Builds and examines, and puts nothing online. */
const rehearse = async (host: Host): Promise<string> => {
  let verdict = '';
  const examine = async (folder: string): Promise<boolean> => {
    verdict = (await isHealthy(host, folder)) ? 'would be published' : 'would be refused';
    // wrangler bundles what is in dist/, which is not online there.
    return host === 'workers';
  };
  await step('Build and examine', async () => (await buildSite(examine)) || verdict !== '');
  if (host === 'workers') await step('Bundle, without uploading', () => upload('--dry-run'));
  return `\nThe site ${verdict}. Nothing was put online.`;
};

const publish = async (host: Host): Promise<string> => {
  await step('Papers and pictures', makeDocuments);
  await step('Build and examine', () => buildSite((folder) => isHealthy(host, folder)));
  if (host !== 'workers') return bringOnline(host);
  await step('Find or make the database of the inbox', ensureDatabase);
  await step('Bring the database up to date', () => migrateInbox(['--remote'], runWrangler));
  await step('Upload', upload);
  const existing = JSON.parse(await ask(['secret', 'list', '--format', 'json']));
  return [...findKeptSecrets(secrets, existing), `\nOnline: ${url}`].join('\n');
};

const back = async (host: Host): Promise<string> => {
  if (host === 'workers') {
    await step('Rollback', () => wrangler('rollback', '--yes', '--message', 'publish --back'));
    return `\nOnline: ${url}, as it was before. The inbox was not touched.`;
  }
  const before = goBack(site);
  if (!before) throw new CommandError(`There is no build before ${site}. Nothing was changed.`);
  console.log(`${site} is ${before}.`);
  return bringOnline(host);
};

const row = subcommand({
  help: '',
  options: {
    host: text('HOST', `${hosts.join(', ')}; else PUBLISH_HOST, or it asks once`, hosts),
    back: flag('puts the version before online again'),
    'dry-run': flag('builds and examines, and puts nothing online'),
  },
  run: async (values, _, { terminal }) => {
    const host = await hostOf(values.host, terminal);
    const act = values.back ? back : values['dry-run'] ? rehearse : publish;
    console.log(await act(host));
  },
});

await runAtTerminal(createCommand({ name: 'publish', subcommands: { '': row } }));
