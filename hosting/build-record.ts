import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, setVariables, variableList } from './variables.ts';

/** By the names of variables. */
export type BuildRecord = Readonly<Record<string, string>>;

/** What lies beside a built site and is not published. @param site its folder, such as dist */
export const hostingFolder = (site: string): string => `${site.replace(/[\\/]+$/, '')}.hosting`;

/** The content that a site was built with, as modules. */
export const builtContent = (site: string): string => join(hostingFolder(site), 'content');

const fileIn = (site: string): string => join(hostingFolder(site), 'variables.json');

/** All that a build reads of the environment, with defaults; the folder of the site is no part of it. */
export const buildRecord = (environment: Environment): BuildRecord => {
  const set = setVariables(environment);
  return Object.fromEntries(
    variableList.flatMap(({ name, readBy, isSecret, default: fallback }) => {
      const value = set[name] ?? fallback;
      const isRecorded = readBy.includes('build') && name !== 'OUT_DIR' && !isSecret;
      return isRecorded && value !== undefined ? [[name, value]] : [];
    }),
  );
};

/** The file of a record and its text. */
export const buildRecordFile = (site: string, environment: Environment): [string, string] => [
  fileIn(site),
  `${JSON.stringify(buildRecord(environment), null, 2)}\n`,
];

/** Null when the site was built without one. */
export const readBuildRecord = (site: string): BuildRecord | null =>
  existsSync(fileIn(site)) ? (JSON.parse(readFileSync(fileIn(site), 'utf8')) as BuildRecord) : null;

/** Paths of the HTML files of a built site, at any depth. */
export const builtPages = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
