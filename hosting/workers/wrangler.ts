import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../read-environment.ts';

/** The name of the D1 binding in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

/** wrangler could not do what was asked; the message is its own. */
export class WranglerError extends Error {
  override name = 'WranglerError';
}

/** wrangler itself: its command is a process around it, which does not pass signals on. */
const program = fileURLToPath(import.meta.resolve('wrangler'));

/** Starts wrangler with the project's own Node; it tells nobody that it was used. */
export const spawnWrangler = (
  args: readonly string[],
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', program, ...args], {
    stdio,
    env: {
      ...readEnvironment(),
      // What is read by a program has no colors in it.
      ...(stdio === 'inherit' ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
  });

/** Runs wrangler in the owner's terminal. @returns its exit code */
export const runWrangler = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    spawnWrangler(args, 'inherit')
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1));
  });

/** Runs wrangler and gives what it wrote to its output. @throws WranglerError */
export const askWrangler = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe']);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const said = Buffer.concat(output).toString();
      if (code === 0) resolve(said);
      else reject(new WranglerError(`${Buffer.concat(errors).toString()}\n${said}`.trim()));
    });
  });
