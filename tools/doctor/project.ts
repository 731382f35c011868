import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { buildRecord, readBuildRecord } from '#hosting/build-record.ts';
import { findSharedFolder } from '#hosting/machine/config.ts';
import { type Environment, variables } from '#hosting/variables.ts';
import { loadContent } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { readWords } from '#model/words.ts';
import { digestOf } from '../record.ts';
import { findStaleShareImages } from '../share-images.ts';
import { readConfirmed, readTexts, type Text } from './sample.ts';

/** The project as the checks see it. */
export type Project = Awaited<ReturnType<typeof readProject>>;

/** Whether a server gives any answer at an address within 5 s. */
export const doesAnswer = (url: URL): Promise<boolean> =>
  fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  );

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    // Tests are not part of the site. Hidden files belong to the doctor and to other programs.
    .filter((file) => !/\.test\.|\/\.[^/]+$/.test(file))
    // A symbolic link may be dangling.
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());

/**
 * Reads the files of `public/`, by address: the pages of a PDF, or 0, and a text that the sample is known by. The cover
 * and the table of a document count as parts of its file.
 */
const readPublicFiles = async () => {
  const files = new Map<string, Text & { pages: number }>();
  for (const part of filesIn('public')) {
    const bytes = readFileSync(part);
    const document = part.replace(/\.\w+$/, '.pdf');
    const file = existsSync(document) ? document : part;
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => null);
    // A paper keeps title and subject with another author.
    const text = [digestOf(bytes).toUpperCase(), pdf?.getTitle(), pdf?.getSubject()].join('. ');
    const pages = pdf?.getPageCount() ?? 0;
    files.set(part.slice('public'.length), { file, field: '', text, pages });
  }
  return files;
};

const readBuiltSite = (folder: string, environment: Environment) => {
  const index = statSync(`${folder}/index.html`, { throwIfNoEntry: false });
  if (!index) return null;
  const sources = ['content', 'enquiry', 'headers', 'model', 'public', 'src'].flatMap(filesIn);
  const newer = sources.find((file) => statSync(file).mtimeMs > index.mtimeMs);
  const [before, now] = [readBuildRecord(folder) ?? {}, buildRecord(environment)];
  const changed = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
  if (newer) changed.unshift(newer);
  /** The HTML of pages by address; other files have an empty text. */
  const files = new Map<string, string>();
  for (const file of filesIn(folder)) {
    const path = file.slice(folder.length).replace(/(?:\/index)?\.html$/, '') || '/';
    files.set(path, file.endsWith('.html') ? readFileSync(file, 'utf8') : '');
  }
  return { folder, files, changed };
};

/** Finds documents and share pictures whose sources have changed, and mistakes in the texts of papers. */
const findStaleFiles = async (hasPapers: boolean): Promise<Omit<Mistake, 'field'>[]> => {
  const check = ['papers/build.ts', '--check'];
  // The editor's server answers meanwhile.
  const inPapers = hasPapers && (await promisify(execFile)(process.execPath, check)).stdout;
  const pictures = findStaleShareImages().map((file) => ({ file, message: 'is outdated' }));
  return [...JSON.parse(inPapers || '[]'), ...pictures];
};

/**
 * Reads everything that the checks examine.
 * @param folder of the built site, such as dist; null to leave out the results of a build and earlier commands
 * @throws ContentError when `content/` has mistakes
 */
export const readProject = async (set: Environment, folder: string | null, host?: string) => {
  const { content, mistakes } = loadContent();
  if (!content) throw new ContentError(mistakes);
  // An owner may delete the workspace of the papers, of which Finder can leave a file.
  const hasPapers = existsSync('papers/build.ts');
  // The first waits for another process.
  const [stale, publicFiles] = await Promise.all([findStaleFiles(hasPapers), readPublicFiles()]);
  const resume = `public${content.site.resumeFile}`;
  return {
    content,
    hasPapers,
    words: readWords('.', content.site.language),
    /** The owner's texts and files, without files that are generated from them. */
    texts: [...readTexts(content.site), ...publicFiles.values()].filter(
      ({ file }) => !file.startsWith('public/share/') && !(hasPapers && file === resume),
    ),
    confirmed: readConfirmed(),
    environment: set,
    host,
    publicFiles,
    staleFiles: stale.filter(({ file }) => folder !== null || !file.startsWith('public/')),
    sharedInbox: findSharedFolder(set.DATA_DIR || variables.DATA_DIR.default),
    built: folder === null ? undefined : readBuiltSite(folder, set),
    doesAnswer,
  };
};
