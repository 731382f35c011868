import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadContent } from '#model/content.ts';
import { indexedPages, shareImagePath, shareImageSize } from '#src/metadata/page-metadata.ts';
import { findStaleShareImages } from './share-images.ts';

test.each(indexedPages)('the picture of %s has the size that readers expect', async (page) => {
  const file = readFileSync(`public${shareImagePath(page)}`);
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height }).toEqual(shareImageSize);
  expect(format).toBe('png');
  expect(file.length).toBeLessThan(100_000);
});

test('each share image is as new as what it shows, with the figure only where the site has it', () => {
  // Tests see everything switched on, whatever the owner has.
  const hasFigure = loadContent().content?.site.figure;
  const fix = 'run `npm run share-images` and commit what it writes';
  expect(findStaleShareImages(hasFigure), fix).toEqual([]);
  expect(findStaleShareImages(!hasFigure)).toHaveLength(indexedPages.length);
});
