import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, givenTo } from './variables.ts';

/** Returns the unpublished folder beside a built site. @param site the site's folder, such as dist */
export const hostingFolder = (site: string): string => `${site.replace(/[\\/]+$/, '')}.hosting`;

/** Returns the folder of the modules with the content of a built site. */
export const builtContent = (site: string): string => join(hostingFolder(site), 'content');

/** Returns the variables that a build reads, with their defaults, except the folder of the site. */
export const buildRecord = (environment: Environment): Readonly<Record<string, string>> => {
  const given = givenTo('build', environment).filter(({ name }) => name !== 'OUT_DIR');
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
};

/** Returns the path of a built site's record. */
export const recordFile = (site: string): string => join(hostingFolder(site), 'variables.json');

/** Returns the value of a JSON file; null if the file is missing, or empty after a power failure. */
export const readJson = (file: string) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Returns the record of a built site, or null if it has none. */
export const readBuildRecord = (site: string): ReturnType<typeof buildRecord> | null =>
  readJson(recordFile(site));

/** Returns the paths of the files of a built site, at any depth, whose names end in one of these ways. */
export const builtFiles = (folder: string, ...endings: string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map(({ name, parentPath }) => join(parentPath, name));
