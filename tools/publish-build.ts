import fs from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { hostingFolder } from '#hosting/build-record.ts';

/** Milliseconds for which a page that is still open finds the files it was built with. */
const keptFor = 24 * 60 * 60 * 1000;

const buildsFolder = (path: string): string => `${path}.builds`;

/** Such as `2026-11-27T10-15-30-123Z`, so that the names of builds sort by time. */
const nameAt = (time: Date): string => time.toISOString().replace(/[:.]/g, '-');

const isLink = (path: string): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Follows the links that the owner has made, to where a build is put. */
const placeAt = (path: string): string => {
  if (!isLink(path)) return path;
  const target = resolve(dirname(path), fs.readlinkSync(path));
  return dirname(target) === buildsFolder(path) ? path : placeAt(target);
};

/** A file beside a build; `previous` names the build before, and one that was killed is in no record. */
const recordOf = (build: string, name: 'previous' | 'replaced.json'): string =>
  join(hostingFolder(build), name);

/** Copies hashed files that only earlier pages ask for into a new build, and records since when. */
const keepReplacedFiles = (old: string, folder: string, now: number): void => {
  const record = recordOf(old, 'replaced.json');
  const before: Record<string, number> = fs.existsSync(record)
    ? JSON.parse(fs.readFileSync(record, 'utf8'))
    : {};
  const replaced: typeof before = {};
  for (const file of fs.globSync('_astro/**', { cwd: old })) {
    const replacedAt = before[file] ?? now;
    if (fs.existsSync(join(folder, file)) || now - replacedAt > keptFor) continue;
    if (fs.statSync(join(old, file)).isDirectory()) continue;
    fs.cpSync(join(old, file), join(folder, file));
    replaced[file] = replacedAt;
  }
  fs.writeFileSync(recordOf(folder, 'replaced.json'), JSON.stringify(replaced));
};

/**
 * Makes a path a link to a folder. Where it was a link, every reader finds the old folder or the new one.
 * @param aside where to move what is no link: a site from before there were links, or of `astro build`
 */
const link = (path: string, folder: string, aside: string): void => {
  const made = `${path}.new`;
  fs.rmSync(made, { force: true });
  fs.symlinkSync(relative(dirname(path), folder), made, 'junction');
  if (fs.existsSync(path) && !isLink(path)) fs.renameSync(path, aside);
  // Windows renames nothing over a junction.
  else if (process.platform === 'win32' && isLink(path)) fs.unlinkSync(path);
  fs.renameSync(made, path);
};

const remove = (path: string): void => fs.rmSync(path, { recursive: true, force: true });

/**
 * Builds a site in a folder of its own, `dist.builds/TIME`, and makes `dist` a link to it when it is
 * complete. A build that fails or is killed changes nothing. One previous build is kept, and the
 * hashed files of all builds of the last day.
 * @param site where the site is served from, such as dist
 * @param build writes the site into a folder, and says whether it could
 */
export const publishBuild = async (
  site: string,
  build: (folder: string) => Promise<boolean>,
  now = new Date(),
): Promise<boolean> => {
  const path = placeAt(resolve(site));
  if (`${process.cwd()}${sep}`.startsWith(`${path}${sep}`)) {
    throw new Error('the project itself is in it');
  }
  const builds = buildsFolder(path);
  const folder = join(builds, nameAt(now));
  let isLive = false;
  try {
    if (!(await build(folder))) return false;
    const old = fs.existsSync(path) ? fs.realpathSync(path) : null;
    if (old !== null) keepReplacedFiles(old, folder, now.getTime());
    const { mtime = new Date(0) } = fs.statSync(path, { throwIfNoEntry: false }) ?? {};
    const previous = old !== null && isLink(path) ? old : join(builds, `${nameAt(mtime)}-plain`);
    link(path, folder, previous);
    isLive = true;
    link(hostingFolder(resolve(site)), hostingFolder(folder), hostingFolder(previous));
    fs.writeFileSync(recordOf(folder, 'previous'), basename(previous));
    const kept = [folder, previous].map((each) => basename(each));
    for (const name of fs.readdirSync(builds)) {
      if (!kept.includes(name.replace(/\.hosting$/, ''))) remove(join(builds, name));
    }
    return true;
  } finally {
    if (!isLive) [folder, hostingFolder(folder)].forEach(remove);
  }
};

/**
 * Makes the build that is kept beside the present one the site, with the hashed files that open pages of
 * the present one ask for. A second time, that one comes back, unless it is for good.
 * @returns which build that is, or null when there is none
 */
export const goBack = (site: string, { isForGood = false } = {}): string | null => {
  const path = placeAt(resolve(site));
  const present = fs.existsSync(path) ? fs.realpathSync(path) : path;
  const record = recordOf(present, 'previous');
  const name = fs.existsSync(record) ? fs.readFileSync(record, 'utf8') : '';
  const folder = join(buildsFolder(path), name);
  if (!name || !fs.existsSync(folder)) return null;
  keepReplacedFiles(present, folder, Date.now());
  fs.writeFileSync(recordOf(folder, 'previous'), isForGood ? '' : basename(present));
  link(path, folder, '');
  link(hostingFolder(resolve(site)), hostingFolder(folder), '');
  return `the build of ${name.slice(0, 16).replace(/T(\d+)-/, ', $1:')} UTC`;
};
