import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parse } from 'node-html-parser';
import { embedded } from '#content/embedded.ts';
import { content } from '#content/schema/check.ts';
import type { Mistake } from '#content/schema/mistake.ts';
import { findPictureMistakes } from '#content/schema/pictures.ts';
import { compose, composeCover, filesOf, plans, readyMade } from '#documents/compose.ts';
import { DocumentMistakes } from '#documents/mistakes.ts';
import { readPdf } from '#documents/pdf.ts';
import { digestOf, findStale, readRecord } from '#documents/record.ts';
import { shareImage, shareImageHtml } from '#documents/share-images/template.ts';
import { readBuildRecord } from '#hosting/build-record.ts';
import { variables } from '#hosting/variables.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { indexedPages } from '#src/metadata/page-metadata.ts';
import { readChanges } from './changes.ts';
import type { BuiltPage, BuiltSite, Host, Project, PublicFile } from './project.ts';
import { legalTexts } from './sample-text.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const addressOf = (folder: string, file: string): string =>
  `/${relative(folder, file).split(sep).join('/')}`;

/** The Markdown files of `content/`, by path. */
export const readTexts = (): Record<string, string> =>
  Object.fromEntries(
    filesIn('content')
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file.split(sep).join('/'), readFileSync(file, 'utf8')]),
  );

const readPublicFiles = async (): Promise<Map<string, PublicFile>> => {
  const files = new Map<string, PublicFile>();
  for (const file of filesIn('public')) {
    const bytes = await readFile(file);
    const pages = file.endsWith('.pdf')
      ? await readPdf(bytes).then(
          (facts) => facts.pages,
          () => null,
        )
      : null;
    files.set(addressOf('public', file), { bytes, pages });
  }
  return files;
};

const findStaleDocuments = async (): Promise<Mistake[]> => {
  const record = await readRecord();
  const found: Mistake[] = [];
  for (const plan of plans) {
    try {
      const { digest } = await compose(plan);
      for (const made of filesOf(plan)) {
        const message = await findStale(made, record, digest);
        // findBadDocuments reports a missing file where the catalogue offers it.
        if (!message || !existsSync(plan.target)) continue;
        found.push({ file: made.file, field: 'the whole file', message });
        break;
      }
    } catch (cause) {
      if (!(cause instanceof DocumentMistakes)) throw cause;
      for (const { file, line, text } of cause.mistakes) {
        const field = line === undefined ? 'the whole file' : `line ${line}`;
        found.push({ file, field, message: text });
      }
    }
  }
  for (const { stale: message, file } of await Promise.all(readyMade.map(composeCover))) {
    if (message) found.push({ file, field: 'the whole file', message });
  }
  for (const page of indexedPages) {
    const made = shareImage(page);
    const message = await findStale(made, record, digestOf(shareImageHtml(page)));
    if (message) found.push({ file: made.file, field: 'the whole file', message });
  }
  return found;
};

const findNewerSource = (built: string) => {
  const builtAt = statSync(built).mtimeMs;
  return (
    ['content', 'enquiry', 'headers', 'public', 'src']
      .flatMap(filesIn)
      .find((file) => !/\.test\.tsx?$/.test(file) && statSync(file).mtimeMs > builtAt) ?? null
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

/** @param folder of the built site, such as dist */
export const readProject = async (
  environment: Record<string, string | undefined>,
  host: Host | null,
  folder: string,
): Promise<Project> => ({
  content: { ...content, embedded },
  texts: readTexts(),
  environment,
  host,
  publicFiles: await readPublicFiles(),
  badPictures: await findPictureMistakes(content, '.'),
  staleDocuments: await findStaleDocuments(),
  changed: readChanges('.', legalTexts),
  openToOthers:
    host === 'workers' || host === 'static'
      ? []
      : findOpenToOthers(environment.DATA_DIR || variables.DATA_DIR.default),
  built: readBuiltSite(folder),
  today: new Date(),
});
