import { expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { content } from '#content/schema/check.ts';
import { findBadDocuments } from '../tools/doctor/checks/documents.ts';
import { readPublicFiles } from '../tools/doctor/read-project.ts';

test('the papers and the résumé are PDFs with the pages and the size that the site promises (behavior 1.3)', async () => {
  const project = {
    content: { ...content, embedded },
    publicFiles: await readPublicFiles(),
    staleDocuments: [],
    built: null,
  };
  expect([...findBadDocuments(project)]).toEqual([]);
});
