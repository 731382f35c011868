import { join } from 'node:path';
import { expect } from 'vitest';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { makeFolder } from '#model/tests/folder.ts';
import { type Command, run as runCommand } from '../terminal.ts';

type Over = { environment?: Record<string, string>; answer?: string; columns?: number };

/** Makes a folder for an inbox, until the test ends, and runs a command there. */
export const makePlace = (command: Command) => {
  const folder = makeFolder();
  const open = (name = 'inbox.sqlite') => openDatabase(join(folder, name));
  const add = (message: string, receivedAt = '2026-01-02'): void => {
    using database = open();
    database.exec(`INSERT INTO submission (kind, received_at, fields)
      VALUES ('enquiry', '${receivedAt}', '${JSON.stringify({ message })}')`);
  };
  /** @returns its exit code and what it wrote, without the last line break */
  const run = async (line: string, { environment, answer, columns = 0 }: Over = {}) => {
    const [out, err]: [string[], string[]] = [[], []];
    const args = line.split(' ').filter(Boolean);
    const set = { DATA_DIR: folder, ...environment };
    const status = await runCommand(command, args, set, {
      write: async (text) => void out.push(text),
      writeError: (text) => void err.push(text),
      ask: answer === undefined ? null : async () => answer,
      columns: columns || null,
    });
    return { status, stdout: out.join('').trimEnd(), stderr: err.join('') };
  };
  /** Runs the lines in order, and expects a text in standard output if a line succeeds, else in standard error. */
  const walk = async (steps: readonly (readonly [string, number, RegExp, Over?])[]) => {
    for (const [line, status, text, over] of steps) {
      const done = await run(line, over);
      expect(status === 0 ? done.stdout : done.stderr, line).toMatch(text);
      expect(done.status, line).toBe(status);
    }
  };
  return { folder, open, add, run, walk };
};
