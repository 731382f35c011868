import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './machine/config.ts';
import { setVariables, variables } from './variables.ts';

/** Corrects Node 24, which takes the next line for the value after `=` and blanks, and keeps a byte order mark. */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  parseEnv(text.replace(/^\uFEFF/, '').replace(/=[^\S\n]+$/gm, '='));

/** The beginning of a line that sets a variable. */
const assignment = String.raw`^[^\S\n]*(?:export[^\S\n]+)?(\w+)[^\S\n]*=[^\S\n]*`;

/** An address without quotes that continues after a #, where Node sees a comment. */
const cutAtHash = RegExp(`${assignment}\\w+://[^\\s#]*#\\S*@`, 'm');

/** A value with text after the quotation mark that ends it, which Node leaves out. */
const cutAtQuote = RegExp(`${assignment}(["'\`])(?:(?!\\2)[^\\n])*\\2[^\\S\\n]*[^\\s#]`, 'm');

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
 * Returns the variables of the process and of `.env`. An empty variable of the process hides the file's. A
 * server serves what a build writes.
 * @throws ConfigError if the file cannot be read, or would be misread
 */
export const readEnvironment = (): Record<string, string> => {
  const text = readText(resolve('.env'));
  // PowerShell 5 writes files in UTF-16.
  if (text.includes('\0')) throw new ConfigError('.env is in UTF-16: save it as UTF-8');
  const [, name] = cutAtHash.exec(text) ?? [];
  if (name) throw new ConfigError(`${name} in .env ends at its #: write # as %23`);
  const [, quoted] = cutAtQuote.exec(text) ?? [];
  if (quoted) {
    const remedy = 'remove the text after it, or use another kind around the value';
    throw new ConfigError(`${quoted} in .env ends at its second quotation mark: ${remedy}`);
  }
  const file = parseEnvFile(text);
  const names = Object.keys(variables);
  const garbled = names.find((each) => file[each]?.includes('\ufffd'));
  if (garbled) throw new ConfigError(`${garbled} in .env is not UTF-8: save the file as UTF-8`);
  const bare = names.find((each) => RegExp(`^\\s*${each}\\b(?!\\s*=)`, 'm').test(text));
  if (bare) throw new ConfigError(`${bare} in .env has no =: write ${bare}=value`);
  const open = names.find((each) => file[each]?.includes('\n'));
  if (open) throw new ConfigError(`${open} in .env has several lines: close its quotation mark`);
  const set = setVariables({ ...file, ...process.env });
  return { ...(set.OUT_DIR && { SITE_DIR: set.OUT_DIR }), ...set };
};
