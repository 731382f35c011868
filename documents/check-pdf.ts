import type { Composed } from './compose.ts';
import { isOwnFont } from './fonts.ts';
import type { Mistake } from './mistakes.ts';
import type { PdfFacts } from './pdf.ts';

/** A share of the size in the catalogue. */
const sizeTolerance = 0.01;

const bytesPer: Record<string, number> = { KB: 1024, MB: 1024 ** 2 };

const thousands = new Intl.NumberFormat('en-US');

/** Returns the sizes in bytes that agree with one such as `512 KB`, which may be rounded. */
export const agreeingSizes = (size: string): { smallest: number; largest: number } => {
  const [amount = '', unit = ''] = size.split(' ');
  const share = Math.max(sizeTolerance, 0.5 / Number(amount));
  const bytes = Number(amount) * (bytesPer[unit] ?? 0);
  return {
    smallest: Math.ceil(bytes * (1 - share)),
    largest: Math.floor(bytes * (1 + share)),
  };
};

/** Checks a PDF against its source and the catalogue. */
export const checkPdf = (document: Composed, facts: PdfFacts): Mistake[] => {
  const { plan, title, alternatives } = document;
  const mistakes: Mistake[] = [];
  const report = (text: string) => mistakes.push({ file: plan.target, text });

  const { expectedPages, size } = plan.kind;
  if (facts.pages < expectedPages.least || facts.pages > expectedPages.most) {
    report(`has ${facts.pages} pages${expectedPages.otherwise}`);
  }
  if (size) {
    const { smallest, largest } = agreeingSizes(size);
    if (facts.bytes < smallest || facts.bytes > largest) {
      report(
        `has ${thousands.format(facts.bytes)} bytes, but content/resources.ts promises ${size}: ${thousands.format(smallest)} to ${thousands.format(largest)}; fix the document or the catalogue`,
      );
    }
  }
  if (!facts.tagged) report('is not tagged, so assistive software cannot read it');
  if (!facts.language) report('does not say its language');
  if (facts.title !== title) report(`is titled “${facts.title ?? ''}” instead of “${title}”`);
  for (const alternative of alternatives) {
    if (!facts.alternatives.includes(alternative)) {
      report(`lost the alternative text “${alternative}” of a figure`);
    }
  }
  for (const font of facts.fonts) {
    if (!isOwnFont(font)) {
      report(
        `is set in ${font} in places: a character is missing from the documents' own fonts; use another one`,
      );
    }
  }
  return mistakes;
};
