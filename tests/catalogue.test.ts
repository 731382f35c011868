import { expect, test } from 'vitest';
import { loadContent } from '#model/content.ts';
import { findWrong, hasSize } from '../tools/doctor/checks/documents.ts';
import { readPublicFiles } from '../tools/doctor/project.ts';

test('the papers and the résumé are PDFs with the pages and the size that the site promises (behavior 1.3)', async () => {
  const { content } = loadContent();
  if (!content) throw new Error('The content has mistakes');
  expect(findWrong({ content, publicFiles: await readPublicFiles() })).toEqual([]);
});

test.each([
  ['512 KB', 519_046, 529_530],
  ['20 KB', 19_968, 20_992],
  ['2 MB', 1_572_864, 2_621_440],
])(
  '%s agrees with files within 1%% of it, and with what is rounded to it (behavior 1.3)',
  (size, smallest, largest) => {
    const sizes = [smallest - 1, smallest, largest, largest + 1];
    expect(sizes.map((bytes) => hasSize(bytes, size))).toEqual([false, true, true, false]);
  },
);
