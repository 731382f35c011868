import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { readEnvironment } from '#hosting/read-environment.ts';
import { wrapWords } from '#inbox/wrap.ts';
import { isExplained } from '#model/mistake.ts';
import { UsageError } from './options.ts';

export interface Terminal {
  /** Resolves when more can be written. */
  write: (text: string) => Promise<void>;
  writeError: (text: string) => void;
  /** Asks a question, and does not echo a secret; null if nobody can answer. */
  ask: ((question: string, isSecret?: boolean) => Promise<string>) | null;
  /** The columns of the window; null for a pipe or a file. */
  columns: number | null;
}

export type Command = (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
) => Promise<void>;

/** Writes a failure as a sentence. Exit codes of all commands: 0 success, 1 failure, 2 usage error. */
export const run = async (command: Command, ...given: Parameters<Command>): Promise<number> => {
  try {
    await command(...given);
    return 0;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const code = 'code' in cause ? cause.code : null;
    // A reader such as head has closed the pipe.
    if (code === 'EPIPE') return 0;
    // Ctrl-C or Ctrl-D at a question.
    const isAborted = code === 'ABORT_ERR';
    if (!(isExplained(cause) || isAborted)) throw cause;
    const prefix = 'errcode' in cause ? 'The inbox cannot be used, and nothing was changed: ' : '';
    const message = isAborted ? '\nNothing has changed.' : prefix + cause.message;
    const { columns, writeError } = given[2];
    writeError(wrapWords(message, columns ?? Number.POSITIVE_INFINITY).join('\n'));
    return isAborted ? 130 : cause instanceof UsageError ? 2 : 1;
  }
};

const ask = async (question: string, isSecret = false): Promise<string> => {
  if (isSecret) process.stdout.write(`${question}\n`);
  // Without an output, readline echoes nothing.
  const output = isSecret ? {} : { output: process.stdout };
  using terminal = createInterface({ input: process.stdin, terminal: true, ...output });
  return await terminal.question(question);
};

/** Runs a command with this process's arguments and terminal, and sets its exit code. */
export const runAtTerminal = async (command: Command): Promise<void> => {
  // `write` rejects as well.
  process.stdout.on('error', () => {});
  const inEnvironment: Command = (args, _, ...rest) => command(args, readEnvironment(), ...rest);
  const terminal: Terminal = {
    write: promisify<string, void>((text, done) => process.stdout.write(text, done)),
    writeError: (text) => process.stderr.write(`${text}\n`),
    ask: process.stdin.isTTY ? ask : null,
    columns: process.stdout.isTTY ? process.stdout.columns || 80 : null,
  };
  process.exitCode = await run(inEnvironment, process.argv.slice(2), {}, terminal);
};
