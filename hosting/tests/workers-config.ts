import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** The owner's configuration, without its rate limits. */
export const writeWorkersConfig = (file: string): void => {
  const { config, error } = ts.parseConfigFileTextToJson(
    'wrangler.jsonc',
    readFileSync('wrangler.jsonc', 'utf8'),
  );
  if (error) throw new Error(`wrangler.jsonc cannot be read: ${error.messageText}`);
  config.main = resolve(config.main);
  for (const database of config.d1_databases) {
    database.migrations_dir = resolve(database.migrations_dir);
  }
  config.ratelimits = [];
  writeFileSync(file, JSON.stringify(config));
};
