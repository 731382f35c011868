import { expect, test } from 'vitest';
import { loadContent } from '#model/content.ts';
import { enterFolder } from '#model/tests/folder.ts';
import { indexedPages, pageMetadata } from '#src/metadata/page-metadata.ts';
import { findStaleShareImages, shareImageHtml } from './share-images.ts';

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
  const ranges = ['unicode-range:U+22-', 'unicode-range:U+100-'];
  expect(rangesOf('für Łódź')).toEqual([...ranges, ...ranges]);
});

test('a page is shared with its own picture, or if it has none, with that of the home page (behavior 1.2)', () => {
  enterFolder({ 'public/share/terms.png': '' });
  const imageOf = (page: string) => pageMetadata(page, 'https://firm.se').indexed?.image;
  expect(imageOf('terms')).toBe('https://firm.se/share/terms.png');
  expect(imageOf('privacy')).toBe('https://firm.se/share/home.png');
});
