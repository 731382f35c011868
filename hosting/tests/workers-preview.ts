import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startWorkersPreview, type WorkersPreview } from '../workers/wrangler.ts';

/** Runs a built site in workerd with its own database and the owner's configuration, with higher rate limits. */
export const startUnlimitedPreview = async (siteDir: string): Promise<WorkersPreview> => {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const config = join(folder, 'wrangler.jsonc');
  const owners = readFileSync('wrangler.jsonc', 'utf8').replace(/"limit": \d+/g, '"limit": 1e6');
  writeFileSync(config, owners.replace(/": "(?=(?:hosting|inbox)\/)/g, `$&${resolve()}/`));
  const preview = await startWorkersPreview(0, resolve(siteDir), join(folder, 'state'), { config });
  const stop = async (): Promise<void> => {
    await preview.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...preview, stop };
};
