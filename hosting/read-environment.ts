import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './machine/config.ts';
import { setVariables } from './variables.ts';

/** After `=` and blanks, Node 24 takes the next line for the value, and it keeps a byte order mark. */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  parseEnv(text.replace(/^\uFEFF/, '').replace(/=[^\S\n]+$/gm, '='));

/** An address without quotes that goes on after a #, where Node sees a comment. */
const cutOff = /^[^\S\n]*(?:export[^\S\n]+)?(\w+)[^\S\n]*=[^\S\n]*\w+:\/\/[^\s#]*#\S*@/m;

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    const user = process.getuid?.() ?? 'USER';
    throw new ConfigError(
      `The file ${file} cannot be read (${code}). It must belong to the user that runs the site: chown ${user} ${file}`,
    );
  }
};

/**
 * Returns the variables of the process and of `.env`; an empty one of the process hides that of the file.
 * @throws ConfigError when the file cannot be read, or would not be read as it was meant
 */
export const readEnvironment = (): Record<string, string> => {
  const text = readText(resolve('.env'));
  // As PowerShell 5 writes files.
  if (text.includes('\0')) throw new ConfigError('.env is in UTF-16: save it as UTF-8');
  const [, name] = cutOff.exec(text) ?? [];
  if (name) throw new ConfigError(`${name} in .env ends at its #: write # as %23`);
  return setVariables({ ...parseEnvFile(text), ...process.env });
};
