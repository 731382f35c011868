import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ExplainedError } from '#model/mistake.ts';
import { readEnvironment } from '../read-environment.ts';
import type { Environment } from '../variables.ts';

/** The binding in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

/**
 * Returns wrangler's program and arguments. The command `wrangler` would run this program as a child, and not
 * pass signals on. An installation that only serves the site does not have wrangler.
 */
const command = (args: readonly string[]): [program: string, args: string[]] => [
  process.execPath,
  ['--no-warnings', fileURLToPath(import.meta.resolve('wrangler')), ...args],
];

const environment = () => ({
  ...readEnvironment(),
  ...{ NO_COLOR: '1', FORCE_COLOR: '0', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
  ...{ WRANGLER_SEND_METRICS: 'false', WRANGLER_SEND_ERROR_REPORTS: 'false' },
});

/** Runs a command in this terminal. @returns whether it succeeded */
export const runWrangler = (args: readonly string[]): boolean =>
  spawnSync(...command(args), { stdio: 'inherit', env: environment() }).status === 0;

const remedies =
  'If it is not logged in: npx wrangler login. If there is no inbox yet, or an older one: npm run publish, or for the preview npm run preview:workers.';

/** @returns the output of wrangler. @throws ExplainedError with a sentence, without colors, stack and log */
export const askWrangler = async (args: readonly string[]): Promise<string> => {
  try {
    const options = { env: environment(), maxBuffer: Number.POSITIVE_INFINITY };
    return (await promisify(execFile)(...command(args), options)).stdout;
  } catch (cause) {
    const { stdout, stderr } = cause as Record<'stdout' | 'stderr', string>;
    const text = stripVTControlCharacters(`${stderr}\n${stdout}`);
    // With --json, wrangler prints errors as JSON, otherwise after a mark.
    const [, message = text] = /(?:"text": "|\[ERROR\]\s*)((?:[^"\\\n]|\\.)+)/.exec(text) ?? [];
    throw new ExplainedError(`wrangler failed: ${message.trim().replace(/\.$/, '')}. ${remedies}`);
  }
};

/** Returns the command that applies the migrations to the D1 database that wrangler's options select. */
export const migration = (...place: string[]): string[] =>
  ['d1', 'migrations', 'apply', inboxBinding].concat(place);

/**
 * Runs a command of wrangler with options that give the Worker the owner's variables as secrets. They are in a
 * temporary file, because everybody on the machine can read a command line.
 * @returns whether it succeeded
 */
export const withSecrets = (secrets: Environment, run: (...options: string[]) => boolean) => {
  if (Object.keys(secrets).length === 0) return run();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'secrets-'));
  const file = join(folder.path, 'secrets.json');
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return run('--secrets-file', file);
};

/** Returns a sentence for each secret of the Worker that is not set here. */
export const findKeptSecrets = (secrets: Environment, existing: { name: string }[]): string[] => {
  const kept = existing.map(({ name }) => name).filter((name) => !(name in secrets));
  const how = 'It stays until you run npx wrangler secret delete';
  return kept.map(
    (name) => `The Worker has the secret ${name}, which is not set here. ${how} ${name}`,
  );
};

/**
 * Runs the site in the Workers runtime on this machine.
 * @param port 0 for any free port
 * @param stateDir folder of the local D1
 * @param variables the Worker's variables
 * @throws ExplainedError
 */
export const startWorkersPreview = async (
  port: number,
  siteDir: string,
  stateDir: string,
  { config = 'wrangler.jsonc', variables = {} } = {},
) => {
  const place = ['--config', config, '--local', '--persist-to', stateDir];
  await askWrangler(migration(...place));
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const [file = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const args = [
    ...['dev', ...place, '--assets', siteDir, '--show-interactive-dev-session', 'false'],
    ...['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
  const child = spawn(...command(args), { stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => {
        printed += chunk;
        const [, ready] = /Ready on (http:\/\/\S+)/.exec(printed) ?? [];
        if (ready) resolve(ready);
      });
    }
    void ended.then(() => reject(new ExplainedError(printed.trim())));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, databaseFile: join(folder, file), stop };
};

export type WorkersPreview = Awaited<ReturnType<typeof startWorkersPreview>>;
