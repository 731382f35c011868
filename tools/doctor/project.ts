import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readBuildRecord } from '#hosting/build-record.ts';
import { findSharedFolder } from '#hosting/machine/config.ts';
import { variables } from '#hosting/variables.ts';
import { loadContent, switchesOf } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { findStaleShareImages } from '../share-images.ts';
import { canConnect } from './checks/network.ts';
import { type Confirmed, confirmedFile, fileTexts, readTexts } from './sample.ts';

export const hosts = ['node', 'workers', 'static'] as const;
export type Host = (typeof hosts)[number];

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
  /** Of a PDF that can be read. */
  pages?: number;
  title?: string | undefined;
  /** The text that a paper is typeset from, where it is in `papers/text/`. */
  source?: string | undefined;
}

const readPublicFile = async (file: string): Promise<PublicFile> => {
  const bytes = readFileSync(file);
  if (!file.endsWith('.pdf')) return { bytes };
  const text = `papers/text/${basename(file, '.pdf')}.md`;
  const source = existsSync(text) ? readFileSync(text, 'utf8') : undefined;
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return { bytes, source, pages: pdf.getPageCount(), title: pdf.getTitle() };
  } catch {
    return { bytes };
  }
};

/** Reads the files of `public/`, by address. */
export const readPublicFiles = async (): Promise<ReadonlyMap<string, PublicFile>> => {
  const read = async (file: string) =>
    [addressOf('public', file), await readPublicFile(file)] as const;
  return new Map(await Promise.all(filesIn('public').map(read)));
};

/** Documents and share pictures whose sources have changed. */
const findStaleDocuments = (): Pick<Mistake, 'file' | 'message'>[] => {
  // The workspace that typesets the papers, which an owner may delete, reports on its own files.
  const program = 'papers/build.ts';
  const papers = existsSync(program)
    ? execFileSync(process.execPath, [program, '--check'], { encoding: 'utf8' })
    : '[]';
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
  const files = new Map(filesIn(folder).map((file) => [addressOf(folder, file), file]));
  const pages = [...files].filter(([address]) => address.endsWith('.html'));
  return {
    folder,
    /** By address. */
    files: files as ReadonlyMap<string, string>,
    /** HTML by address, such as /terms. */
    pages: new Map(
      pages.map(([address, file]) => [
        address.replace(/(?:\/index)?\.html$/, '') || '/',
        readFileSync(file, 'utf8'),
      ]),
    ) as ReadonlyMap<string, string>,
    newerSource: sources.find(isNewer) ?? null,
    /** The variables that it was built with. */
    record: readBuildRecord(folder) ?? {},
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
  const { texts, lineOf } = readTexts('.', switchesOf(content.site));
  const confirmed: Confirmed = existsSync(confirmedFile)
    ? JSON.parse(readFileSync(confirmedFile, 'utf8'))
    : {};
  return {
    content,
    texts: [...texts, ...fileTexts(publicFiles)],
    lineOf,
    confirmed,
    environment,
    host,
    publicFiles,
    staleDocuments: findStaleDocuments(),
    sharedInbox: findSharedFolder(environment.DATA_DIR || variables.DATA_DIR.default),
    built: readBuiltSite(folder),
    today: new Date(),
    canConnect,
  };
};
