import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFiles } from '#hosting/astro-integrations.ts';
import { builtPages } from '#hosting/built-pages.ts';
import { hashInlineTexts } from '#hosting/write-headers.ts';

const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<\/?astro-island\b[^>]*>/g, '');

/** What our server and the measurements want beside a page. */
const addFiles = async (folder: string): Promise<void> => {
  await writeFile(join(folder, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
  await cp(join(folder, 'index.html'), join(folder, '404.html'));
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await compressFiles(folder);
};

/** Makes a site of one sentence: what a server and a browser cannot do without. */
export const makeSentence = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  const html = `<!doctype html><html lang="en">${head}<title>A page</title><p>This is a page of one sentence.</p>`;
  await writeFile(join(folder, 'index.html'), html);
  await addFiles(folder);
};

/** Copies a site that was built by others. */
export const copySite = async (site: string, folder: string): Promise<void> => {
  await cp(site, folder, { recursive: true });
  await addFiles(folder);
};

/** Copies a built site, its pages edited. */
const copyEdited = async (
  site: string,
  folder: string,
  edit: (html: string) => string,
  filter: (path: string) => boolean = () => true,
): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  // `dist` is a link.
  await cp(site, folder, { recursive: true, dereference: true, filter });
  for (const page of await builtPages(folder)) {
    await writeFile(page, edit(await readFile(page, 'utf8')));
  }
  const headers = join(folder, '_headers');
  const { styleHashes } = await hashInlineTexts(folder);
  const allowed = `style-src 'self' ${styleHashes.join(' ')};`;
  await writeFile(headers, (await readFile(headers, 'utf8')).replace(/style-src [^;]*;/, allowed));
  await compressFiles(folder);
};

/** Copies a built site without its scripts. */
export const makeBaseline = (site: string, folder: string): Promise<void> =>
  copyEdited(site, folder, withoutScripts, (path) => !/\.js(?:\.br|\.gz)?$/.test(path));

/** Copies a built site in fonts of the machine. */
export const makeFontless = (site: string, folder: string): Promise<void> =>
  copyEdited(site, folder, (html) => html.replace(/@font-face\{[^}]*url\([^}]*\}/g, ''));
