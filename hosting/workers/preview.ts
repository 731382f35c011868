import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askWrangler, inboxBinding, spawnWrangler, WranglerError } from './wrangler.ts';

export interface WorkersPreviewOptions {
  /** 0 for any that is free. */
  port: number;
  /** Folder of the built site. */
  siteDir: string;
  /** Folder in which the local D1 keeps its data. */
  stateDir: string;
  config?: string;
  /** Variables of the Worker, beside those of the configuration. */
  variables?: Readonly<Record<string, string>>;
}

export interface WorkersPreview {
  url: string;
  /** The file that the local D1 keeps the inbox in. */
  databaseFile: string;
  stop: () => Promise<void>;
}

/**
 * Runs the site as it runs on Cloudflare Workers, on this machine and without an account: the same
 * Worker, assets, and D1 in the same runtime.
 * @throws WranglerError with what wrangler said
 */
export const startWorkersPreview = async (
  options: WorkersPreviewOptions,
): Promise<WorkersPreview> => {
  const { port, siteDir, stateDir, config = 'wrangler.jsonc', variables = {} } = options;
  const place = ['--config', config, '--local', '--persist-to', stateDir];
  await askWrangler(['d1', 'migrations', 'apply', inboxBinding, ...place]);
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (!file) throw new WranglerError(`There is no local D1 database in ${folder}`);

  const child = spawnWrangler(
    [
      'dev',
      ...place,
      ...['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0'],
      ...['--assets', siteDir, '--show-interactive-dev-session', 'false'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    ['ignore', 'pipe', 'pipe'],
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk;
      const ready = /Ready on (http:\/\/\S+)/.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('close', () => reject(new WranglerError(said.trim())));
  });
  return {
    url,
    databaseFile: join(folder, file),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
