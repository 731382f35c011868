import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ExplainedError } from '#model/mistake.ts';
import { setVariables, variables } from './variables.ts';

/** A line that sets a variable. Its value is in quotation marks, or ends before a # that follows a blank. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?:[ \t]*(["'`])((?:(?!\2).)*)\2[ \t]*(?:#.*)?|(.*?)(?:[ \t]#.*)?)$/gm;

/** Returns the variables in the text of an `.env` file. Node's own parser would cut passwords at any #. */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    Array.from(text.matchAll(assignment), ([, name, , quoted, plain = '']) => [
      name,
      quoted ?? plain.trim(),
    ]),
  );

/** Returns whether a line gives one of our variables a value that continues after a quotation mark. */
const isUnclear = ([, name = '', , , plain = '']: RegExpExecArray): boolean =>
  name in variables && /^\s*["'`]/.test(plain);

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    const user = process.getuid?.() ?? 'USER';
    throw new ExplainedError(
      `The file ${file} cannot be read (${code}). It must belong to the user that runs the site: chown ${user} ${file}`,
    );
  }
};

/**
 * Returns the variables of the process and of `.env`. An empty variable of the process hides the file's. A
 * server serves what a build writes.
 * @throws ExplainedError if the file cannot be read, or would be misread
 */
export const readEnvironment = (): Record<string, string> => {
  const text = readText(resolve('.env'));
  // PowerShell 5 writes files in UTF-16.
  if (text.includes('\0')) throw new ExplainedError('.env is in UTF-16: save it as UTF-8');
  const [, name] = [...text.matchAll(assignment)].find(isUnclear) ?? [];
  if (name) {
    const remedy = 'put the whole value between quotation marks of a kind that it does not have';
    throw new ExplainedError(`${name} in .env cannot be read: ${remedy}`);
  }
  const file = parseEnvFile(text);
  const names = Object.keys(variables);
  const garbled = names.find((each) => file[each]?.includes('\ufffd'));
  if (garbled) throw new ExplainedError(`${garbled} in .env is not UTF-8: save the file as UTF-8`);
  const rest = text.replace(assignment, '');
  const unread = names.find((each) => RegExp(`^[^#=\\n]*\\b${each}\\b`, 'm').test(rest));
  if (unread) throw new ExplainedError(`${unread} in .env cannot be read: write ${unread}=value`);
  const set = setVariables({ ...file, ...process.env });
  return { ...(set.OUT_DIR && { SITE_DIR: set.OUT_DIR }), ...set };
};
