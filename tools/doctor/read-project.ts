import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { parse } from 'node-html-parser';
import { readBuildRecord } from '#hosting/build-record.ts';
import { variables } from '#hosting/variables.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { loadContent } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { digestOf } from '../record.ts';
import { findStaleShareImages } from '../share-images.ts';
import type { BuiltPage, BuiltSite, Host, Project, PublicFile } from './project.ts';
import type { Marks } from './sample.ts';
import { readTexts, type Text } from './texts.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const addressOf = (folder: string, file: string): string =>
  `/${relative(folder, file).split(sep).join('/')}`;

const readPdf = async (bytes: Uint8Array): Promise<Omit<PublicFile, 'bytes'>> => {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return { pages: pdf.getPageCount(), title: pdf.getTitle() };
  } catch {
    return { pages: null };
  }
};

/** The files of `public/`, by address. */
export const readPublicFiles = async (): Promise<Map<string, PublicFile>> => {
  const files = new Map<string, PublicFile>();
  for (const file of filesIn('public')) {
    const bytes = await readFile(file);
    const facts = file.endsWith('.pdf') ? await readPdf(bytes) : { pages: null };
    const text = `papers/text/${basename(file, '.pdf')}.md`;
    const source = existsSync(text) ? readFileSync(text, 'utf8') : undefined;
    files.set(addressOf('public', file), { bytes, source, ...facts });
  }
  return files;
};

/** What tells one file of `public/` from another: a paper keeps title and source with another author. */
export const fileTexts = (files: ReadonlyMap<string, PublicFile>): Text[] =>
  [...files].flatMap(([path, { bytes, source, title }]) => {
    const text = { file: `public${path}`, section: '' };
    if (path.startsWith('/share/')) return [];
    return [
      ...(title ? [{ ...text, field: 'title', text: title }] : []),
      ...(source ? [{ ...text, field: 'source', text: digestOf(source) }] : []),
      { ...text, field: 'whole', text: digestOf(bytes) },
    ];
  });

/** The workspace that typesets the papers, which an owner may delete, reports on its own files. */
const findStalePapers = (): Mistake[] => {
  const program = 'papers/build.ts';
  if (!existsSync(program)) return [];
  const found = execFileSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
  return JSON.parse(found) as Mistake[];
};

const findStaleDocuments = (): Mistake[] => [
  ...findStalePapers(),
  ...findStaleShareImages().map((stale) => ({ ...stale, field: 'the whole file' })),
];

const findNewerSource = (built: string) => {
  const builtAt = statSync(built).mtimeMs;
  return (
    ['content', 'enquiry', 'headers', 'public', 'src']
      .flatMap(filesIn)
      .find(
        (file) =>
          !/\.test\.tsx?$|\.confirmed\.json$/.test(file) && statSync(file).mtimeMs > builtAt,
      ) ?? null
  );
};

const readBuiltSite = (folder: string): BuiltSite | null => {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const files = new Map<string, Uint8Array>();
  const pages: BuiltPage[] = [];
  for (const file of filesIn(folder)) {
    if (/\.(?:br|gz)$/.test(file)) continue;
    const bytes = readFileSync(file);
    const address = addressOf(folder, file);
    files.set(address, bytes);
    if (address.endsWith('.html')) {
      const path = address.replace(/(?:\/index)?\.html$/, '') || '/';
      pages.push({ path, name: address.slice(1), root: parse(bytes.toString()) });
    }
  }
  const record = readBuildRecord(folder);
  return { folder, files, pages, newerSource: findNewerSource(index), record };
};

/** @param dataDir folder of the inbox, which may be missing */
export const findOpenToOthers = (dataDir: string): string[] =>
  [dataDir, databaseFile(dataDir)].filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );

/** What the owner has confirmed (`npm run doctor -- --confirm FILE`). */
export const confirmedFile = 'content/.confirmed.json';

const readConfirmed = (): Marks =>
  existsSync(confirmedFile) ? JSON.parse(readFileSync(confirmedFile, 'utf8')) : {};

/** @param folder of the built site, such as dist */
export const readProject = async (
  environment: Record<string, string | undefined>,
  host: Host | null,
  folder: string,
): Promise<Project> => {
  const { content, mistakes } = loadContent();
  if (!content) throw new ContentError(mistakes);
  const publicFiles = await readPublicFiles();
  const { texts, lineOf } = readTexts();
  return {
    content,
    texts: [...texts, ...fileTexts(publicFiles)],
    lineOf,
    confirmed: readConfirmed(),
    environment,
    host,
    publicFiles,
    staleDocuments: findStaleDocuments(),
    openToOthers:
      host === 'workers' || host === 'static'
        ? []
        : findOpenToOthers(environment.DATA_DIR || variables.DATA_DIR.default),
    built: readBuiltSite(folder),
    today: new Date(),
  };
};
