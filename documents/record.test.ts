import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { checkPdf } from './check-pdf.ts';
import { compose, plans } from './compose.ts';
import { formatMistake } from './mistakes.ts';
import { readPdf } from './pdf.ts';
import { digestOf, type Entry, findStale, readRecord } from './record.ts';

const plan = { source: 'content/guide.md', target: 'public/guide.pdf' };
const entry: Entry = {
  source: 's',
  pdf: 'p',
  cover: 'c',
  pages: 32,
  bytes: 1,
  browser: 'Chromium 1',
};
const fix = 'run `npm run documents` and commit what it writes';

test('says what is out of date', () => {
  expect(findStale(plan, entry, 's', 'p', 'c')).toBeNull();
  expect(findStale(plan, entry, 's', null, 'c')).toBe(`public/guide.pdf is missing`);
  expect(findStale(plan, undefined, 's', 'p', 'c')).toBe(
    `documents/built.json does not know public/guide.pdf`,
  );
  expect(findStale(plan, entry, 't', 'p', 'c')).toBe(
    `content/guide.md (or a figure, style, font or fact that goes into it) is newer than public/guide.pdf`,
  );
  const other = `public/guide.pdf or its cover is not the file that was built`;
  expect(findStale(plan, entry, 's', 'q', 'c')).toBe(other);
  expect(findStale(plan, entry, 's', 'p', null)).toBe(other);
});

describe.each(plans)('$target', (committed) => {
  test('is as new as its source', async () => {
    const [record, document, pdf, cover] = await Promise.all([
      readRecord(),
      compose(committed),
      readFile(committed.target),
      committed.cover === null ? null : readFile(committed.cover),
    ]);
    const digests = [digestOf(pdf), cover && digestOf(cover)] as const;
    const stale = findStale(committed, record[committed.id], document.digest, ...digests);
    expect(stale, fix).toBeNull();
  });

  test('is what the catalogue says: pages, size, title, language, tags, alternative texts', async () => {
    const [document, pdf] = await Promise.all([compose(committed), readFile(committed.target)]);
    const facts = await readPdf(pdf);
    expect(checkPdf(document, facts).map(formatMistake)).toEqual([]);
    expect(facts.created).toEqual(document.edition);
  });
});
