import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from './machine/config.ts';
import { setVariables } from './variables.ts';

/** A line that sets a variable. Its value is in quotation marks, or ends before a # that follows a blank. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?:[ \t]*(["'`])(.*?)\2[ \t]*(?:#.*)?|(.*?)(?:[ \t]#.*)?)$/gm;

/**
 * Returns the variables in the text of an `.env` file. Node's own parser would cut passwords at any #, and values
 * at their second quotation mark.
 */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    Array.from(
      text.replace(/^\uFEFF/, '').matchAll(assignment),
      ([, name, , quoted, plain = '']) => [name, quoted ?? plain.trim()],
    ),
  );

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
 * @throws ConfigError if the file cannot be read
 */
export const readEnvironment = (): Record<string, string> => {
  const text = readText(resolve('.env'));
  // PowerShell 5 writes files in UTF-16.
  if (text.includes('\0')) throw new ConfigError('.env is in UTF-16: save it as UTF-8');
  const set = setVariables({ ...parseEnvFile(text), ...process.env });
  return { ...(set.OUT_DIR && { SITE_DIR: set.OUT_DIR }), ...set };
};
