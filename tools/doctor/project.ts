import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readBuildRecord } from '#hosting/build-record.ts';
import { findSharedFolder } from '#hosting/machine/config.ts';
import { publishHosts, variables } from '#hosting/variables.ts';
import { loadContent, switchesOf } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import { findStaleShareImages } from '../share-images.ts';
import { canConnect } from './checks/network.ts';
import { type Confirmed, confirmedFile, fileTexts, readTexts } from './sample.ts';

export { publishHosts as hosts };
export type Host = (typeof publishHosts)[number];

/** What the checks look at. */
export type Project = Awaited<ReturnType<typeof readProject>>;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const addressOf = (folder: string, file: string): string =>
  `/${relative(folder, file).split(sep).join('/')}`;

export interface PublicFile {
  bytes: Uint8Array;
  /** 0 for what is no PDF that can be read. */
  pages: number;
  /** The title and the subject of a PDF. */
  title: string;
}

const readPublicFile = async (file: string): Promise<PublicFile> => {
  const bytes = readFileSync(file);
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    const title = [pdf.getTitle(), pdf.getSubject()].join('. ');
    return { bytes, pages: pdf.getPageCount(), title };
  } catch {
    return { bytes, pages: 0, title: '' };
  }
};

/** Reads the files of `public/`, by address. */
export const readPublicFiles = async (): Promise<ReadonlyMap<string, PublicFile>> => {
  const files = new Map<string, PublicFile>();
  for (const file of filesIn('public')) {
    files.set(addressOf('public', file), await readPublicFile(file));
  }
  return files;
};

/** Documents and share pictures whose sources have changed. */
const findStaleDocuments = (): { file: string; message: string }[] => {
  // The workspace of the papers, which an owner may delete, reports on its own files.
  const args = ['papers/build.ts', '--check'];
  const papers = existsSync('papers') ? execFileSync(process.execPath, args).toString() : '[]';
  return [...JSON.parse(papers), ...findStaleShareImages()];
};

const readBuiltSite = (folder: string) => {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const builtAt = statSync(index).mtimeMs;
  // A confirmation is no change of the site.
  const isNewer = (file: string): boolean =>
    !/\.test\.tsx?$|\.confirmed\.json$/.test(file) && statSync(file).mtimeMs > builtAt;
  const sources = ['content', 'enquiry', 'headers', 'model', 'public', 'src'].flatMap(filesIn);
  return {
    folder,
    newerSource: sources.find(isNewer) ?? null,
    /** The variables that it was built with. */
    record: readBuildRecord(folder) ?? {},
    /** The HTML of pages, and nothing of other files, by address. */
    files: new Map(
      filesIn(folder).map((file) => [
        addressOf(folder, file).replace(/(?:\/index)?\.html$/, '') || '/',
        file.endsWith('.html') ? readFileSync(file, 'utf8') : '',
      ]),
    ) as ReadonlyMap<string, string>,
  };
};

/**
 * Reads what the checks look at.
 * @param folder of the built site, such as dist
 * @throws ContentError when `content/` has mistakes
 */
export const readProject = async (
  environment: Readonly<Record<string, string | undefined>>,
  host: Host | null,
  folder: string,
) => {
  const { content, mistakes } = loadContent();
  if (!content) throw new ContentError(mistakes);
  const publicFiles = await readPublicFiles();
  const confirmed: Confirmed = existsSync(confirmedFile)
    ? JSON.parse(readFileSync(confirmedFile, 'utf8'))
    : {};
  return {
    content,
    texts: [...readTexts(switchesOf(content.site)), ...fileTexts(publicFiles)],
    confirmed,
    environment,
    host,
    publicFiles,
    staleDocuments: findStaleDocuments(),
    /** Where the inbox is on a network file system. */
    sharedInbox: findSharedFolder(environment.DATA_DIR || variables.DATA_DIR.default),
    built: readBuiltSite(folder),
    today: new Date(),
    canConnect,
  };
};
