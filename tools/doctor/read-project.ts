import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parse } from 'node-html-parser';
import { embedded } from '#content/embedded.ts';
import { content } from '#content/schema/check.ts';
import type { Mistake } from '#content/schema/mistake.ts';
import { compose, filesOf, plans } from '#documents/compose.ts';
import { DocumentMistakes } from '#documents/mistakes.ts';
import { readPdf } from '#documents/pdf.ts';
import { findStale, readRecord } from '#documents/record.ts';
import type { BuiltPage, BuiltSite, Host, Project, PublicFile } from './project.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const addressOf = (folder: string, file: string): string =>
  `/${relative(folder, file).split(sep).join('/')}`;

const readTexts = (): Record<string, string> =>
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
  return { folder, files, pages, newerSource: findNewerSource(index) };
};

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
  staleDocuments: await findStaleDocuments(),
  built: readBuiltSite(folder),
  today: new Date(),
});
