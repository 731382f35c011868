import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './machine/config.ts';
import { setVariables } from './variables.ts';

/** After `=` and blanks, Node 24 takes the next line for the value. */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  parseEnv(text.replace(/=[^\S\n]+$/gm, '='));

/** An address without quotes that goes on after a #, where Node sees a comment. */
const cutOff = /^[^\S\n]*(?:export[^\S\n]+)?(\w+)[^\S\n]*=[^\S\n]*\w+:\/\/[^\s#]*#\S*@/m;

const readFile = (): string => {
  try {
    const text = readFileSync('.env', 'utf8');
    const [, name] = cutOff.exec(text) ?? [];
    if (name) {
      throw new ConfigError(
        `${name} in .env ends at its #, where a comment begins: write # as %23`,
      );
    }
    return text;
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    if (code === 'ENOENT') return '';
    const file = resolve('.env');
    throw new ConfigError(
      `The file ${file} cannot be read (${code}). It must belong to the user that runs the site: chown ${process.getuid?.() ?? 'USER'} ${file}`,
    );
  }
};

/**
 * From the process, then from `.env`; an empty variable of the process hides that of the file.
 * @throws ConfigError when there is a file that cannot be read
 */
export const readEnvironment = (): Record<string, string> =>
  setVariables({
    ...parseEnvFile(readFile()),
    ...process.env,
  });
