import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { publishHosts, variables, workerVariables } from '#hosting/variables.ts';
import {
  askWrangler,
  findKeptSecrets,
  migration,
  runWrangler,
  withSecrets,
} from '#hosting/workers/wrangler.ts';
import { ExplainedError, isExplained } from '#model/mistake.ts';
import { isOneOf } from '#model/vocabulary.ts';
import { buildSite } from './build.ts';
import { goBack } from './builds.ts';
import { diagnose } from './doctor/checks.ts';
import { formatFindings, hasErrors } from './doctor/finding.ts';
import { UsageError } from './options.ts';
import { findStaleShareImages } from './share-images.ts';
import { createCommand, flag, subcommand, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const environment = readEnvironment();
const { OUT_DIR: site = 'dist', SITE_URL: url = variables.SITE_URL.default } = environment;

/** Runs a step that changes nothing online if it fails. @throws ExplainedError if it fails */
const step = async (title: string, run: () => unknown): Promise<void> => {
  console.log(`\n── ${title}`);
  try {
    if ((await run()) !== false) return;
  } catch (cause) {
    if (!isExplained(cause)) throw cause;
    console.error(cause.message);
  }
  throw new ExplainedError(`\n${title}: failed. The site online has not changed.`);
};

const succeeds = (file: string): boolean =>
  spawnSync(process.execPath, [file], { stdio: 'inherit' }).status === 0;

/** Remakes documents and pictures whose sources have changed. An owner may have deleted the papers. */
const makeDocuments = (): boolean =>
  (!existsSync('papers/build.ts') || succeeds('papers/build.ts')) &&
  (findStaleShareImages().length === 0 || succeeds('tools/share-images.ts'));

/** Puts the current `dist` online. @throws ExplainedError that explains what is online if this fails */
const bringOnline = (host: string): string => {
  const isService = () =>
    host === 'machine' && spawnSync('systemctl', ['is-active', '--quiet', 'site']).status === 0;
  const command = environment.PUBLISH_COMMAND ?? (isService() ? 'sudo systemctl restart site' : '');
  if (!command) {
    const next =
      host === 'static' ? `upload the files in ${site}/ to` : 'start or restart the server of';
    return `Now ${next} ${url} (docs/guide/publish.md).`;
  }
  console.log(`\n── ${command}`);
  if (spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0) return `Online: ${url}`;
  throw new ExplainedError(
    `\n${command}: failed. ${site}/ has the new version: a server shows it after a restart, and an upload may be online in part. For the previous version: npm run publish -- --back`,
  );
};

const publishWorker = async (): Promise<string> => {
  const secrets = workerVariables(environment);
  await step('Inbox database', async () => {
    // The database's name in wrangler.jsonc.
    const name = 'risk-consulting-inbox';
    const databases: { name: string }[] = JSON.parse(await askWrangler(['d1', 'list', '--json']));
    const isThere = databases.some((each) => each.name === name);
    if (!isThere && !runWrangler(['d1', 'create', name])) return false;
    return runWrangler(migration('--remote'));
  });
  const upload = ['deploy', '--assets', site];
  await step('Upload', () => withSecrets(secrets, (...file) => runWrangler([...upload, ...file])));
  console.log(`\nOnline: ${url}`);
  const existing = JSON.parse(await askWrangler(['secret', 'list', '--format', 'json']));
  return findKeptSecrets(secrets, existing).join('\n');
};

const publish = async (host: string): Promise<string> => {
  const examine = async (folder: string): Promise<void> => {
    const findings = await diagnose(host, { folder });
    console.log(`\n${formatFindings(findings)}`);
    if (hasErrors(findings)) throw new ExplainedError('The site cannot be published yet.');
  };
  await step('Papers and pictures', makeDocuments);
  await step('Build and check', () => buildSite(examine));
  return host === 'workers' ? publishWorker() : bringOnline(host);
};

const goBackOn = async (host: string): Promise<string> => {
  if (host === 'workers') {
    await step('Rollback', () => runWrangler(['rollback', '--yes', '--message', 'publish --back']));
    return `Online: the previous version, at ${url}. The inbox has not changed.`;
  }
  const before = goBack(site);
  if (!before) throw new ExplainedError('There is no earlier build. Nothing has changed.');
  console.log(`${site}/ is ${before}.`);
  return bringOnline(host);
};

const hosts = publishHosts.join(', ');
const row = subcommand({
  options: {
    host: text('HOST', `${hosts}; the default is PUBLISH_HOST`, publishHosts),
    back: flag('puts the previous version online again'),
  },
  run: async ({ host = environment.PUBLISH_HOST ?? '', back }) => {
    if (!isOneOf(publishHosts, host))
      throw new UsageError(`--host or PUBLISH_HOST must be ${hosts}`);
    return `\n${await (back ? goBackOn(host) : publish(host))}`;
  },
});

await runAtTerminal(createCommand({ name: 'publish', subcommands: { '': row } }));
