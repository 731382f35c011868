import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { loadContent } from '#model/content.ts';
import {
  indexedPages,
  pageMetadata,
  shareImagePath,
  shareImageSize,
} from '#src/metadata/page-metadata.ts';
import { findStaleShareImages, shareImageHtml } from './share-images.ts';

test.each(indexedPages)('the share image of %s has the size in its metadata', async (page) => {
  const file = readFileSync(`public${shareImagePath(page)}`);
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height }).toEqual(shareImageSize);
  expect(format).toBe('png');
  expect(file.length).toBeLessThan(100_000);
});

test('each share image is up to date, and has the figure only if the site has it', () => {
  // In tests, all features are on, whatever the owner chose.
  const hasFigure = loadContent().content?.site.figure;
  const fix = 'run `npm run share-images` and commit what it writes';
  expect(findStaleShareImages(hasFigure), fix).toEqual([]);
  expect(findStaleShareImages(!hasFigure)).toHaveLength(indexedPages.length);
});

test('letters beyond ASCII are drawn in the site’s fonts as well', () => {
  const rangesOf = (headline: string) =>
    shareImageHtml('terms', false, headline).match(/unicode-range:U\+(?:22|100)-/g);
  expect(rangesOf('für Łódź')).toEqual(
    Array(2).fill(['unicode-range:U+22-', 'unicode-range:U+100-']).flat(),
  );
});

test('a page is shared with its own picture, or if it has none, with that of the home page (behavior 1.2)', () => {
  const [project, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'share-'))];
  onTestFinished(() => {
    process.chdir(project);
    rmSync(folder, { recursive: true });
  });
  process.chdir(folder);
  mkdirSync('public/share', { recursive: true });
  writeFileSync('public/share/terms.png', '');
  const imageOf = (page: string) => pageMetadata(page, 'https://firm.se').indexed?.image;
  expect(imageOf('terms')).toBe('https://firm.se/share/terms.png');
  expect(imageOf('privacy')).toBe('https://firm.se/share/home.png');
});
