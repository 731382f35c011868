import { describe, expect, test } from 'vitest';
import type { Resource } from '#content/schema/schema.ts';
import { agreeingSizes, checkPdf } from './check-pdf.ts';
import type { Composed } from './compose.ts';
import { formatMistake } from './mistakes.ts';
import { paper } from './paper.ts';
import type { PdfFacts } from './pdf.ts';
import { resume } from './resume.ts';

const resource: Resource = {
  id: 'guide',
  title: 'The Guide',
  description: 'About guides.',
  category: 'white-paper',
  filename: 'guide.pdf',
  path: '/resources/guide.pdf',
  size: '512 KB',
  pages: 32,
  downloadCount: 0,
};

const document = (changes: Partial<Resource> = {}, isResume = false): Composed => ({
  plan: {
    id: 'guide',
    source: 'content/guide.md',
    target: 'public/resources/guide.pdf',
    cover: null,
    sheet: null,
    kind: isResume ? resume : paper({ ...resource, ...changes }),
  },
  title: 'The Guide',
  edition: new Date('2026-11-01'),
  alternatives: ['A curve.'],
  digest: '',
  html: () => '',
});

const facts = (changes: Partial<PdfFacts> = {}): PdfFacts => ({
  pages: 32,
  bytes: 524_288,
  title: 'The Guide',
  author: 'Somebody',
  created: new Date('2026-11-01'),
  language: 'en-US',
  tagged: true,
  fonts: ['AAAAAA+Newsreader16pt-Regular', 'BAAAAA+SourceSans3-Roman'],
  alternatives: ['A curve.'],
  anchors: new Map(),
  ...changes,
});

const messages = (composed: Composed, found: PdfFacts): string[] =>
  checkPdf(composed, found).map(formatMistake);

test('accepts a document that is what the catalogue says', () => {
  expect(messages(document(), facts())).toEqual([]);
});

test.each([
  ['512 KB', 519_046, 529_530],
  ['20 KB', 19_968, 20_992],
  ['2 MB', 1_572_864, 2_621_440],
])(
  '%s agrees with files within 1 %% of it, and with what is rounded to it',
  (size, smallest, largest) => {
    expect(agreeingSizes(size)).toEqual({ smallest, largest });
    for (const bytes of [smallest, largest]) {
      expect(messages(document({ size }), facts({ bytes }))).toEqual([]);
    }
    for (const bytes of [smallest - 1, largest + 1]) {
      expect(messages(document({ size }), facts({ bytes }))).toHaveLength(1);
    }
  },
);

test('says nothing about a size that the catalogue does not give', () => {
  expect(messages(document({ size: null }), facts({ bytes: 1 }))).toEqual([]);
});

describe('says what disagrees:', () => {
  const cases: [name: string, found: Partial<PdfFacts>, message: string, composed?: Composed][] = [
    [
      'pages',
      { pages: 33 },
      'has 33 pages, but content/resources.ts promises 32 for “guide”; fix the text or the catalogue',
    ],
    [
      'size',
      { bytes: 600_000 },
      'has 600,000 bytes, but content/resources.ts promises 512 KB: 519,046 to 529,530; fix the document or the catalogue',
    ],
    [
      'pages of a paper without a promise',
      { pages: 25 },
      'has 25 pages; a paper without a page count in the catalogue has 12 to 24',
      document({ pages: 0 }),
    ],
    [
      'pages of the résumé',
      { pages: 4 },
      'has 4 pages, more than 3; shorten content/resume.md',
      document({}, true),
    ],
    ['title', { title: undefined }, 'is titled “” instead of “The Guide”'],
    ['tags', { tagged: false }, 'is not tagged, so assistive software cannot read it'],
    ['language', { language: undefined }, 'does not say its language'],
    ['alternative text', { alternatives: [] }, 'lost the alternative text “A curve.” of a figure'],
    [
      'a font that is not ours',
      { fonts: ['CAAAAA+LiberationSerif'] },
      "is set in CAAAAA+LiberationSerif in places: a character is missing from the documents' own fonts; use another one",
    ],
  ];
  test.each(cases)('%s', (_, found, message, composed = document()) => {
    expect(messages(composed, facts(found))).toEqual([`public/resources/guide.pdf: ${message}`]);
  });
});
