import type { Composed } from './compose.ts';
import { isOwnFont } from './fonts.ts';
import type { PdfFacts } from './pdf.ts';

/** Returns how a PDF differs from its text; the site's own tests compare it with the catalogue. */
export const checkPdf = (
  { title, alternatives }: Pick<Composed, 'title' | 'alternatives'>,
  facts: PdfFacts,
): string[] => [
  ...(facts.tagged ? [] : ['is not tagged, so assistive software cannot read it']),
  ...(facts.language ? [] : ['does not name its language']),
  ...(facts.title === title ? [] : [`is titled “${facts.title ?? ''}” instead of “${title}”`]),
  ...alternatives
    .filter((alternative) => !facts.alternatives.includes(alternative))
    .map((alternative) => `lost the alternative text “${alternative}” of a figure`),
  ...facts.fonts
    .filter((font) => !isOwnFont(font))
    .map(
      (font) =>
        `is set in ${font} in places: the fonts in content/theme.yaml lack a character; choose others, or use a PDF of your own (papers/README.md)`,
    ),
];
