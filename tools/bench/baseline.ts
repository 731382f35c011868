import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * The limit of what a page can reach: the same built page with every script and the islands'
 * runtime taken out. What is left is HTML, styles and fonts.
 */
export const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<\/?astro-island\b[^>]*>/g, '');

/** Copies a built site without its scripts, compressed as the original is. */
export const makeTwin = async (site: string, twin: string): Promise<void> => {
  await rm(twin, { recursive: true, force: true });
  await cp(site, twin, { recursive: true, filter: (path) => !/\.js(?:\.br|\.gz)?$/.test(path) });
  for (const name of (await readdir(twin)).filter((file) => file.endsWith('.html'))) {
    const html = withoutScripts(await readFile(join(twin, name), 'utf8'));
    await writeFile(join(twin, name), html);
    await writeFile(join(twin, `${name}.br`), await promisify(brotliCompress)(html));
    await writeFile(join(twin, `${name}.gz`), await promisify(gzip)(html));
  }
};
