import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { setVariables } from './variables.ts';

/** Node 24 takes the next line for the value of a variable that has only blanks after its `=`. */
const parse = (text: string) => parseEnv(text.replace(/=[^\S\n]+$/gm, '='));

/**
 * The variables that are set: those of this process and, where it does not have them, those of the
 * file `.env` in the current folder. One that is empty in the process is not set, whatever the file
 * says.
 */
export const readEnvironment = (): Record<string, string> =>
  setVariables({
    ...(existsSync('.env') ? parse(readFileSync('.env', 'utf8')) : {}),
    ...process.env,
  });
