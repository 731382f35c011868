import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { earlyBookings } from '#inbox/stores/early-bookings.ts';
import { readEnvironment } from '../read-environment.ts';

/** As in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

export class WranglerError extends Error {
  override name = 'WranglerError';
}

/**
 * The words after Node's own. The command `wrangler` is a process around this one, and does not pass
 * signals on. Where only the packages to serve with are installed, there is none.
 */
const words = (args: readonly string[]): string[] => [
  ...['--no-warnings', fileURLToPath(import.meta.resolve('wrangler'))],
  ...args,
];

const environment = () => ({
  ...readEnvironment(),
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
});

/** For what a program reads. */
const colorless = () => ({ ...environment(), NO_COLOR: '1', FORCE_COLOR: '0' });

/** Runs a command in this terminal. @returns whether it succeeded */
export const runWrangler = (args: readonly string[]): boolean =>
  spawnSync(process.execPath, words(args), { stdio: 'inherit', env: environment() }).status === 0;

/** @returns what wrangler wrote. @throws WranglerError */
export const askWrangler = async (args: readonly string[]): Promise<string> => {
  try {
    const options = { env: colorless(), maxBuffer: Number.POSITIVE_INFINITY };
    return (await promisify(execFile)(process.execPath, words(args), options)).stdout;
  } catch (cause) {
    const { stdout, stderr } = cause as Record<'stdout' | 'stderr', string>;
    throw new WranglerError(`${stderr}\n${stdout}`.trim());
  }
};

/**
 * Brings a D1 up to date.
 * @param place options of wrangler that say which
 * @throws WranglerError
 */
export const migrateInbox = async <Result>(
  place: readonly string[],
  run: (args: readonly string[]) => Result,
): Promise<Awaited<Result>> => {
  const execute = (sql: string) =>
    askWrangler(['d1', 'execute', inboxBinding, ...place, '--json', '--command', sql]);
  const [found] = JSON.parse(await execute(earlyBookings.find)) as { results: unknown[] }[];
  if (found?.results.length) await execute(earlyBookings.complete);
  return await run(['d1', 'migrations', 'apply', inboxBinding, ...place]);
};

/**
 * Runs a command of wrangler with options that give the Worker the owner's variables as secrets. They
 * are in a file for that time, since everybody on the machine can read a command line.
 * @returns whether it succeeded
 */
export const withSecrets = (
  secrets: Readonly<Record<string, string>>,
  run: (...options: string[]) => boolean,
): boolean => {
  if (Object.keys(secrets).length === 0) return run();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'secrets-'));
  const file = join(folder.path, 'secrets.json');
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return run('--secrets-file', file);
};

/** Returns a sentence for each secret that the Worker has and that is not set here. */
export const findKeptSecrets = (
  secrets: Readonly<Record<string, string>>,
  existing: readonly { name: string }[],
): string[] => {
  const kept = existing.map(({ name }) => name).filter((name) => !(name in secrets));
  const how = 'It stays until you run npx wrangler secret delete';
  return kept.map(
    (name) => `The Worker has the secret ${name}, which is not set here. ${how} ${name}`,
  );
};

interface WorkersPreviewOptions {
  /** 0 for any that is free. */
  port: number;
  siteDir: string;
  /** Of the local D1. */
  stateDir: string;
  config?: string;
  variables?: Readonly<Record<string, string>>;
}

/** Runs the site in the Workers runtime on this machine. @throws WranglerError */
export const startWorkersPreview = async (options: WorkersPreviewOptions) => {
  const { port, siteDir, stateDir, config = 'wrangler.jsonc', variables = {} } = options;
  const place = ['--config', config, '--local', '--persist-to', stateDir];
  await migrateInbox(place, askWrangler);
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const [file = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const args = [
    ...['dev', ...place, '--assets', siteDir, '--show-interactive-dev-session', 'false'],
    ...['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
  const child = spawn(process.execPath, words(args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: colorless(),
  });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const listen = (chunk: Buffer): void => {
      printed += chunk;
      const [, ready] = /Ready on (http:\/\/\S+)/.exec(printed) ?? [];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => reject(new WranglerError(printed.trim())));
  });
  return {
    url,
    databaseFile: join(folder, file),
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

export type WorkersPreview = Awaited<ReturnType<typeof startWorkersPreview>>;
