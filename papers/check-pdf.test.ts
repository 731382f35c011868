import { expect, test } from 'vitest';
import { checkPdf } from './check-pdf.ts';
import type { PdfFacts } from './pdf.ts';

const document = { title: 'The Guide', alternatives: ['A curve.'] };

const facts: PdfFacts = {
  pages: 32,
  title: 'The Guide',
  created: new Date('2026-11-01'),
  language: 'en-US',
  tagged: true,
  fonts: ['AAAAAA+Newsreader16pt-Regular', 'BAAAAA+SourceSans3-Roman'],
  alternatives: ['A curve.'],
  anchors: new Map(),
};

test('a PDF that agrees with its text passes', () => {
  expect(checkPdf(document, facts)).toEqual([]);
});

const cases: [change: Partial<PdfFacts>, message: string][] = [
  [{ title: undefined }, 'is titled “” instead of “The Guide”'],
  [{ tagged: false }, 'is not tagged, so assistive software cannot read it'],
  [{ language: undefined }, 'does not name its language'],
  [{ alternatives: [] }, 'lost the alternative text “A curve.” of a figure'],
  [
    { fonts: ['CAAAAA+LiberationSerif'] },
    'is set in CAAAAA+LiberationSerif in places: the fonts in content/theme.yaml lack a character; choose others, or use a PDF of your own (papers/README.md)',
  ],
];
test.each(cases)('%o: %s', (change, message) => {
  expect(checkPdf(document, { ...facts, ...change })).toEqual([message]);
});
