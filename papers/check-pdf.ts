import type { Composed } from './compose.ts';
import { isOwnFont } from './fonts.ts';
import type { Mistake } from './mistakes.ts';
import type { PdfFacts } from './pdf.ts';

/** Checks a PDF against its text. The site's own tests compare it with the catalogue. */
export const checkPdf = (document: Composed, facts: Omit<PdfFacts, 'pages'>): Mistake[] => {
  const { plan, title, alternatives } = document;
  const mistakes: Mistake[] = [];
  const report = (text: string) => mistakes.push({ file: plan.target, text });

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
        `is set in ${font} in places: a character is missing from the papers' own fonts; use another one`,
      );
    }
  }
  return mistakes;
};
