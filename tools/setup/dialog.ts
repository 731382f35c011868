import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Ctrl-C, or Ctrl-D. */
export class Interrupted extends Error {}
/** A file or pipe that holds no more answers. */
export class InputEnded extends Error {}

export interface Streams {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  /** For what is refused. */
  errors: Writable;
}

export interface Dialog {
  write: (text: string) => void;
  /**
   * Returns the next line.
   * @throws Interrupted or InputEnded
   */
  ask: (prompt: string, isSecret?: boolean) => Promise<string>;
  close: () => void;
}

/** Asks at a terminal, or reads answers from a file or pipe, one a line. */
export const openDialog = ({ input, output }: Omit<Streams, 'errors'>): Dialog => {
  const isTerminal = Boolean(input.isTTY);
  let isMuted = false;
  const echo = new Writable({
    write: (chunk, _, done) => {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({
    input,
    terminal: isTerminal,
    ...(isTerminal && { output: echo }),
  });
  const typed: string[] = [];
  let end: Error | null = null;
  let settle: (() => void) | null = null;
  const finish = (cause: Error) => {
    end ??= cause;
    settle?.();
  };
  lines
    .on('line', (line) => {
      typed.push(line);
      settle?.();
    })
    .on('SIGINT', () => finish(new Interrupted()))
    .on('close', () => finish(isTerminal ? new Interrupted() : new InputEnded()));
  const write = (text: string) => output.write(text);
  return {
    write,
    close: () => lines.close(),
    ask: async (prompt, isSecret = false) => {
      if (isTerminal) {
        lines.setPrompt(prompt);
        lines.prompt();
      } else write(`${prompt}\n`);
      isMuted = isSecret && isTerminal;
      if (typed.length === 0 && !end) await new Promise<void>((resolve) => (settle = resolve));
      settle = null;
      if (isMuted) {
        isMuted = false;
        write('\n');
      }
      const line = typed.shift();
      if (line !== undefined) return line;
      if (isTerminal) write('\n');
      throw end ?? new Interrupted();
    },
  };
};
