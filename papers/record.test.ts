import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { indexedPages } from '../src/metadata/page-metadata.ts';
import { digestOf, findStale, readRecord } from '../tools/record.ts';
import { checkPdf } from './check-pdf.ts';
import { compose, filesOf, plans } from './compose.ts';
import { formatMistake } from './mistakes.ts';
import { readPdf } from './pdf.ts';
import { shareImage, shareImageHtml } from './share-images/template.ts';

const fix = 'run `npm run documents` and commit what it writes';

test('says what is out of date', async () => {
  const file = 'documents/record.test.ts';
  const made = { file, from: 'content/guide.md' };
  const record = { [file]: { source: 's', file: digestOf(await readFile(file)) } };
  expect(await findStale(made, record, 's')).toBeNull();
  expect(await findStale({ ...made, file: 'guide.pdf' }, record, 's')).toBe(`guide.pdf is missing`);
  expect(await findStale(made, {}, 's')).toBe(`documents/built.json does not know ${file}`);
  expect(await findStale(made, record, 't')).toBe(
    `content/guide.md (or a figure, style, font or fact that goes into it) is newer than ${file}`,
  );
  expect(await findStale(made, { [file]: { source: 's', file: 'other' } }, 's')).toBe(
    `${file} is not the file that was made`,
  );
});

test.each(indexedPages)('the share image of %s is as new as its source', async (page) => {
  const source = digestOf(shareImageHtml(page));
  expect(
    await findStale(shareImage(page), await readRecord(), source),
    `run \`npm run documents -- share-images\` and commit what it writes`,
  ).toBeNull();
});

describe.each(plans)('$target', (committed) => {
  test('is as new as its source', async () => {
    const [record, { digest }] = await Promise.all([readRecord(), compose(committed)]);
    for (const made of filesOf(committed)) {
      expect(await findStale(made, record, digest), fix).toBeNull();
    }
  });

  test('is what the catalogue says: pages, size, title, language, tags, alternative texts', async () => {
    const [document, pdf] = await Promise.all([compose(committed), readFile(committed.target)]);
    const facts = await readPdf(pdf);
    expect(checkPdf(document, facts).map(formatMistake)).toEqual([]);
    expect(facts.created).toEqual(document.edition);
  });
});
