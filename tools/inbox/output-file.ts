import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Terminal } from '../terminal.ts';

export class OutputError extends Error {
  override name = 'OutputError';
}

type Parts = AsyncIterable<string> | Iterable<string>;

/**
 * Writes a file that only its owner can read, since it may hold what visitors typed. A file of that
 * name is replaced when the new one is complete.
 * @throws OutputError, and whatever `parts` throws; then the file is as it was
 */
const writeFileWhole = async (name: string, parts: Parts): Promise<void> => {
  const isThere = existsSync(name);
  // Not a device: a renamed file would take its place.
  if (isThere && !statSync(name).isFile()) throw new OutputError(`${name} is not a file; name one`);
  const file = isThere ? realpathSync(name) : name;
  const temporary = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporary, parts, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    const isOfFile = cause instanceof Error && 'syscall' in cause;
    if (!isOfFile) throw cause;
    throw new OutputError(`${name} cannot be written: ${cause.message}`, { cause });
  }
};

/** Writes to a file, and says so beside what a program reads; without a name to the terminal. @throws OutputError */
export const writeTo = async (
  name: string | undefined,
  parts: Parts,
  terminal: Terminal,
): Promise<void> => {
  if (name === undefined) {
    for await (const part of parts) await terminal.write(part);
    return;
  }
  await writeFileWhole(name, parts);
  terminal.writeError(`Written to ${name}.`);
};
