import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFiles } from '#hosting/astro-integrations.ts';

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

/** Copies a built site without its scripts. */
export const makeBaseline = async (site: string, baseline: string): Promise<void> => {
  await rm(baseline, { recursive: true, force: true });
  await cp(site, baseline, {
    recursive: true,
    filter: (path) => !/\.js(?:\.br|\.gz)?$/.test(path),
  });
  for (const name of (await readdir(baseline)).filter((file) => file.endsWith('.html'))) {
    const html = withoutScripts(await readFile(join(baseline, name), 'utf8'));
    await writeFile(join(baseline, name), html);
  }
  await compressFiles(baseline);
};
