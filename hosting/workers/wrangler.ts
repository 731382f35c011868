import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../read-environment.ts';

/** As in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

export class WranglerError extends Error {
  override name = 'WranglerError';
}

/**
 * The command `wrangler` is a process around this one, and does not pass signals on. Where only the
 * packages to serve with are installed, it is not there.
 */
const findProgram = (): string => fileURLToPath(import.meta.resolve('wrangler'));

export const spawnWrangler = (
  args: readonly string[],
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', findProgram(), ...args], {
    stdio,
    env: {
      ...readEnvironment(),
      ...(stdio === 'inherit' ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
  });

/** @returns the exit code */
export const runWrangler = async (args: readonly string[]): Promise<number> => {
  const [code] = await once(spawnWrangler(args, 'inherit'), 'exit');
  return code ?? 1;
};

/** @returns what wrangler wrote. @throws WranglerError */
export const askWrangler = async (args: readonly string[]): Promise<string> => {
  const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe']) as ChildProcessByStdio<
    null,
    Readable,
    Readable
  >;
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new WranglerError(`${errors}\n${output}`.trim());
  return output;
};

/**
 * Brings a D1 up to date.
 * @param place options of wrangler that say which
 * @throws WranglerError
 */
export const migrateInbox = <Result>(
  place: readonly string[],
  run: (args: readonly string[]) => Promise<Result>,
): Promise<Result> => run(['d1', 'migrations', 'apply', inboxBinding, ...place]);
