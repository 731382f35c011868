import { expect, test } from 'vitest';
import { loadContent } from '#model/content.ts';
import { agreeingSizes, findBadDocuments } from '../tools/doctor/checks/documents.ts';
import { readPublicFiles } from '../tools/doctor/read-project.ts';

test('the papers and the résumé are PDFs with the pages and the size that the site promises (behavior 1.3)', async () => {
  const { content } = loadContent();
  if (!content) throw new Error('The content has mistakes');
  const project = {
    content,
    publicFiles: await readPublicFiles(),
    staleDocuments: [],
    built: null,
  };
  expect([...findBadDocuments(project)]).toEqual([]);
});

test.each([
  ['512 KB', 519_046, 529_530],
  ['20 KB', 19_968, 20_992],
  ['2 MB', 1_572_864, 2_621_440],
])(
  '%s agrees with files within 1%% of it, and with what is rounded to it (behavior 1.3)',
  (size, smallest, largest) => {
    expect(agreeingSizes(size)).toEqual({ smallest, largest });
  },
);
