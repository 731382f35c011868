import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askWrangler, migrateInbox, spawnWrangler, WranglerError } from './wrangler.ts';

interface WorkersPreviewOptions {
  /** 0 for any that is free. */
  port: number;
  siteDir: string;
  /** Of the local D1. */
  stateDir: string;
  config?: string;
  variables?: Readonly<Record<string, string>>;
}

export interface WorkersPreview {
  url: string;
  databaseFile: string;
  stop: () => Promise<void>;
}

/** Runs the site in the Workers runtime on this machine. @throws WranglerError */
export const startWorkersPreview = async (
  options: WorkersPreviewOptions,
): Promise<WorkersPreview> => {
  const { port, siteDir, stateDir, config = 'wrangler.jsonc', variables = {} } = options;
  const place = ['--config', config, '--local', '--persist-to', stateDir];
  await migrateInbox(place, askWrangler);
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
  const ended = new Promise((resolve) => child.once('close', resolve));
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
