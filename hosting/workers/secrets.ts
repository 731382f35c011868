import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command of wrangler with options that give the Worker the owner's variables as secrets. They
 * are in a file for that time, since everybody on the machine can read a command line.
 */
export const withSecrets = async <Result>(
  secrets: Readonly<Record<string, string>>,
  run: (...options: string[]) => Promise<Result>,
): Promise<Result> => {
  if (Object.keys(secrets).length === 0) return run();
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await run('--secrets-file', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A sentence for each secret that the Worker has from before and that is not set here. */
export const findKeptSecrets = (
  secrets: Readonly<Record<string, string>>,
  existing: readonly { name: string }[],
): string[] =>
  existing
    .filter(({ name }) => !(name in secrets))
    .map(
      ({ name }) =>
        `${name} is a secret of the Worker from before and not set here; it stays. To take it away: npx wrangler secret delete ${name}`,
    );
