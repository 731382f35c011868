import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../read-environment.ts';

/** As in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

/** The message is what wrangler wrote. */
export class WranglerError extends Error {
  override name = 'WranglerError';
}

/** Not the command `wrangler`, which is a process around this one and does not pass signals on. */
const program = fileURLToPath(import.meta.resolve('wrangler'));

export const spawnWrangler = (
  args: readonly string[],
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', program, ...args], {
    stdio,
    env: {
      ...readEnvironment(),
      ...(stdio === 'inherit' ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
  });

/** Runs wrangler in the owner's terminal. @returns its exit code */
export const runWrangler = async (args: readonly string[]): Promise<number> => {
  const [code] = await once(spawnWrangler(args, 'inherit'), 'exit');
  return code ?? 1;
};

/** What wrangler writes to its output. @throws WranglerError */
export const askWrangler = async (args: readonly string[]): Promise<string> => {
  const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe']);
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout ?? []),
    text(child.stderr ?? []),
  ]);
  if (code !== 0) throw new WranglerError(`${errors}\n${output}`.trim());
  return output;
};
