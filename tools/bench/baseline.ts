import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<\/?astro-island\b[^>]*>/g, '');

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
    await writeFile(join(baseline, `${name}.br`), await promisify(brotliCompress)(html));
    await writeFile(join(baseline, `${name}.gz`), await promisify(gzip)(html));
  }
};
