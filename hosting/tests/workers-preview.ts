import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { startWorkersPreview, type WorkersPreview } from '../workers/wrangler.ts';

/** Runs a built site in workerd with a database of its own, by the owner's configuration without its rate limits. */
export const startUnlimitedPreview = async (siteDir: string): Promise<WorkersPreview> => {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const file = join(folder, 'wrangler.json');
  const source = readFileSync('wrangler.jsonc', 'utf8');
  const { config, error } = ts.parseConfigFileTextToJson('wrangler.jsonc', source);
  if (error) throw new Error(`wrangler.jsonc cannot be read: ${error.messageText}`);
  config.main = resolve(config.main);
  for (const database of config.d1_databases) {
    database.migrations_dir = resolve(database.migrations_dir);
  }
  config.ratelimits = [];
  writeFileSync(file, JSON.stringify(config));
  const stateDir = join(folder, 'state');
  const preview = await startWorkersPreview(0, resolve(siteDir), stateDir, { config: file });
  return {
    ...preview,
    stop: async () => {
      await preview.stop();
      rmSync(folder, { recursive: true });
    },
  };
};
