import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { indexedPages, shareImagePath, shareImageSize } from '#src/metadata/page-metadata.ts';

test.each(indexedPages)('the picture of %s has the size that readers expect', async (page) => {
  const file = readFileSync(new URL(`../../public${shareImagePath(page)}`, import.meta.url));
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height }).toEqual(shareImageSize);
  expect(format).toBe('png');
  expect(file.length).toBeLessThan(100_000);
});
