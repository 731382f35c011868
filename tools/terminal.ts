import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '#hosting/machine/config.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { WranglerError } from '#hosting/workers/wrangler.ts';
import { DatabaseError } from '#inbox/stores/sqlite-store.ts';
import { wrapWords } from '#inbox/wrap.ts';
import { CommandError, UsageError } from './options.ts';

export interface Terminal {
  /** Resolves when more can be written. */
  write: (text: string) => Promise<void>;
  writeError: (text: string) => void;
  /** Null where nobody can answer. A secret is not echoed. */
  ask: ((question: string, isSecret?: boolean) => Promise<string>) | null;
  /** Null where nobody looks: a pipe or a file. */
  columns: number | null;
}

/** @returns the exit code */
export type Command = (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
) => Promise<number>;

const known = [CommandError, ConfigError, DatabaseError, WranglerError];

/** Writes what is wrong as a sentence. Exit codes of all commands: 0 success, 1 failure, 2 usage error. */
export const inSentences =
  (run: Command): Command =>
  async (args, environment, terminal) => {
    try {
      return await run(args, environment, terminal);
    } catch (cause) {
      if (!(cause instanceof UsageError || known.some((kind) => cause instanceof kind)))
        throw cause;
      const message = cause instanceof Error ? cause.message : '';
      terminal.writeError(
        wrapWords(message, terminal.columns ?? Number.POSITIVE_INFINITY).join('\n'),
      );
      return cause instanceof UsageError ? 2 : 1;
    }
  };

const ask = async (question: string, isSecret = false): Promise<string> => {
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const output = isSecret ? nowhere : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  if (isSecret) process.stdout.write(question);
  const answer = await terminal.question(isSecret ? '' : question);
  if (isSecret) process.stdout.write('\n');
  terminal.close();
  return answer;
};

/** Waits until the reader has room for more. */
const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => (cause ? reject(cause) : resolve()));
  });

/** Runs a command with this process's arguments and terminal, and ends the process with its exit code. */
export const runAtTerminal = async (command: Command): Promise<void> => {
  // The callback above gets it.
  process.stdout.on('error', () => {});
  try {
    process.exitCode = await command(process.argv.slice(2), readEnvironment(), {
      write,
      writeError: (text) => process.stderr.write(`${text}\n`),
      ask: process.stdin.isTTY ? ask : null,
      columns: process.stdout.isTTY ? process.stdout.columns || 80 : null,
    });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOSPC') {
      process.stderr.write('The disk is full: not everything could be written.\n');
      process.exitCode = 1;
    } else if (cause instanceof UsageError) {
      process.stderr.write(`${cause.message}\n`);
      process.exitCode = 2;
    } else if (code === 'ABORT_ERR') {
      // Ctrl-C or Ctrl-D at a question.
      process.stderr.write('\nNothing has changed.\n');
      process.exitCode = 130;
    } else if (cause instanceof Error && 'syscall' in cause && code !== 'EPIPE') {
      process.stderr.write(`${cause.message}\n`);
      process.exitCode = 1;
      // The reader, such as head, has seen enough.
    } else if (code !== 'EPIPE') throw cause;
  }
};

/** Columns to write in. */
export const widthOf = (
  { columns }: Terminal,
  { COLUMNS }: Record<string, string | undefined>,
): number => Math.max(40, columns ?? (Number(COLUMNS) || 80));
