import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The HTML files of a built site, those in folders included, as paths. */
export const builtPages = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
