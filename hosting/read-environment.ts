import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { setVariables } from './variables.ts';

/** After `=` and blanks, Node 24 takes the next line for the value. */
export const parseEnvFile = (text: string): Record<string, string | undefined> =>
  parseEnv(text.replace(/=[^\S\n]+$/gm, '='));

/** From the process, then from `.env`; an empty variable of the process hides that of the file. */
export const readEnvironment = (): Record<string, string> =>
  setVariables({
    ...(existsSync('.env') ? parseEnvFile(readFileSync('.env', 'utf8')) : {}),
    ...process.env,
  });
