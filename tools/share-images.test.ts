import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { site } from '#content/site.ts';
import { indexedPages, shareImagePath, shareImageSize } from '#src/metadata/page-metadata.ts';
import { findStaleShareImages } from './share-images.ts';

test.each(indexedPages)('the picture of %s has the size that readers expect', async (page) => {
  const file = readFileSync(`public${shareImagePath(page)}`);
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height }).toEqual(shareImageSize);
  expect(format).toBe('png');
  expect(file.length).toBeLessThan(100_000);
});

test('no share image is older than what it shows', () => {
  const fix = 'run `npm run share-images` and commit what it writes';
  expect(findStaleShareImages(), fix).toEqual([]);
});

test('a site without the figure has it in no share image', async () => {
  vi.resetModules();
  vi.doMock('#content/site.ts', () => ({ site: { ...site, figure: false } }));
  const without = await import('./share-images.ts');
  expect(without.findStaleShareImages()).toHaveLength(indexedPages.length);
});
