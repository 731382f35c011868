import fs from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { hostingFolder, readBuildRecord, readJson } from '#hosting/build-record.ts';
import { variables } from '#hosting/variables.ts';
import { ExplainedError } from '#model/mistake.ts';

/** Milliseconds for which an open page can still load the files of its build. */
const keptFor = 24 * 60 * 60 * 1000;

const buildOf = (site: string): string => (fs.existsSync(site) ? fs.realpathSync(site) : site);

/** The name of the previous build, and for each kept hashed file, when its last page was replaced. */
interface History {
  previous?: string;
  replaced: Record<string, number>;
}

const historyFile = (build: string): string => join(hostingFolder(build), 'history.json');

const readHistory = (build: string): History => readJson(historyFile(build)) ?? { replaced: {} };

const isLocal = (build: string): boolean =>
  readBuildRecord(build)?.SITE_URL === variables.SITE_URL.default;

/** Whether an old build is only for this machine, like that of `npm start`, and the new one is for visitors. */
const isUnpublished = (old: string, build: string): boolean => isLocal(old) && !isLocal(build);

/** Makes a site and the folder beside it links to a build, and adds the files that open pages still load. */
const link = (site: string, build: string, previous: string, now: number): void => {
  const old = buildOf(site);
  const before = readHistory(old).replaced;
  const replaced: History['replaced'] = {};
  const files = isUnpublished(old, build) ? [] : fs.globSync('_astro/**/*.*', { cwd: old });
  for (const file of files) {
    const replacedAt = before[file] ?? now;
    if (fs.existsSync(join(build, file)) || now - replacedAt > keptFor) continue;
    fs.cpSync(join(old, file), join(build, file));
    replaced[file] = replacedAt;
  }
  fs.writeFileSync(historyFile(build), JSON.stringify({ previous, replaced }));
  for (const placeOf of [(path: string) => path, hostingFolder]) {
    const [path, made] = [placeOf(site), `${placeOf(site)}.new`];
    fs.rmSync(made, { force: true });
    fs.symlinkSync(relative(dirname(path), placeOf(build)), made, 'junction');
    const isLink = fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    // A folder comes from `astro build`. A link is replaced atomically, except on Windows.
    if (!isLink || process.platform === 'win32') fs.rmSync(path, { recursive: true, force: true });
    fs.renameSync(made, path);
  }
};

/**
 * Builds a site in a folder of its own, `dist.builds/TIME`, and makes `dist` a link to it when it is
 * complete. A build that fails or is killed changes nothing. One previous build is kept, and the
 * hashed files of all builds of the last day.
 * @param path the folder of the served site, such as dist
 * @param build writes the site into a folder; if it fails, nothing changes
 * @throws ExplainedError if `path` has files that no build made
 */
export const publishBuild = async (
  path: string,
  build: (folder: string) => Promise<void>,
  now = new Date(),
): Promise<void> => {
  const [site, builds] = [resolve(path), `${resolve(path)}.builds`];
  const files = fs.existsSync(site) ? fs.readdirSync(site) : [];
  if (files[0] && !files.includes('_astro')) {
    throw new ExplainedError(`${path} has files that no build made. Move them, or change OUT_DIR.`);
  }
  const folder = join(builds, now.toISOString().replace(/[:.]/g, '-'));
  try {
    await build(folder);
    link(site, folder, basename(buildOf(site)), now.getTime());
  } finally {
    const present = buildOf(site);
    const kept = [basename(present), readHistory(present).previous];
    for (const name of fs.globSync('*', { cwd: builds })) {
      if (kept.includes(name.replace(/\.hosting$/, ''))) continue;
      try {
        fs.rmSync(join(builds, name), { recursive: true });
      } catch {
        // A build that root made with sudo stays, which does not affect the new site.
      }
    }
  }
};

/**
 * Swaps the current build and the previous one.
 * @returns a description of the restored build, or null if there is none
 */
export const goBack = (path: string): string | null => {
  const site = resolve(path);
  const present = buildOf(site);
  const { previous = '' } = readHistory(present);
  const folder = join(`${site}.builds`, previous);
  if (!previous || !fs.existsSync(folder) || isUnpublished(folder, present)) return null;
  link(site, folder, basename(present), Date.now());
  return `the build of ${previous.slice(0, 16).replace(/T(\d+)-/, ', $1:')} UTC`;
};
