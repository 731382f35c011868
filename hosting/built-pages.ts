import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the HTML files of a built site, at any depth. */
export const builtPages = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
