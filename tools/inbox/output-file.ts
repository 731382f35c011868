import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { CommandError } from '../options.ts';
import type { Terminal } from '../terminal.ts';

type Parts = AsyncIterable<string> | Iterable<string>;

/**
 * Writes a file that only its owner can read, since it may hold what visitors typed. A file of that
 * name is replaced when the new one is complete. Without a name, writes to the terminal.
 * @throws CommandError, and whatever `parts` throws; then the file is as it was
 */
export const writeTo = async (
  name: string | undefined,
  parts: Parts,
  terminal: Terminal,
): Promise<void> => {
  if (name === undefined) {
    for await (const part of parts) await terminal.write(part);
    return;
  }
  const isThere = existsSync(name);
  // Not a device: a renamed file would take its place.
  if (isThere && !statSync(name).isFile())
    throw new CommandError(`${name} is not a file; name one`);
  const file = isThere ? realpathSync(name) : name;
  const temporary = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporary, parts, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new CommandError(`${name} cannot be written: ${cause.message}`);
  }
  terminal.writeError(`Written to ${name}.`);
};
