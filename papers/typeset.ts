import { isDeepStrictEqual } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../tools/chromium.ts';
import { printOptions } from './compose.ts';
import { overlappingWords } from './layout-check.ts';
import type { Pages } from './outline.ts';
import { readPdf } from './pdf.ts';

// Hinting would make outlines differ between machines.
const flags = [...chromiumFlags, '--font-render-hinting=none'];

interface Typeset {
  pdf: Uint8Array;
  /** PNG. */
  cover: Uint8Array | null;
  overlaps: string[];
}

// In CSS pixels.
const letter = { width: 816, height: 1056 };

/**
 * Prints documents, each until the pages in its table of contents, which it gets, are right.
 * @throws Error when there is no Chromium, or when the pages do not settle
 */
export const typeset = async <D extends { html: (pages: Pages) => string }>(
  documents: readonly D[],
): Promise<(D & Typeset)[]> => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: flags });
  const page = await browser.newPage({ viewport: letter });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const print = async (html: string): Promise<Uint8Array> => {
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return page.pdf(printOptions);
  };
  const printed: (D & Typeset)[] = [];
  for (const document of documents) {
    let pages: Pages = new Map();
    for (let round = 0; ; round++) {
      const pdf = await print(document.html(pages));
      const { anchors } = await readPdf(pdf);
      if (isDeepStrictEqual(anchors, pages)) {
        const cover = page.locator('section.cover');
        printed.push({
          ...document,
          pdf,
          cover: (await cover.count()) === 1 ? await cover.screenshot() : null,
          overlaps: await page.evaluate(overlappingWords),
        });
        break;
      }
      if (round === 3) {
        throw new Error(
          'The page numbers do not settle: the contents page changes its own length.',
        );
      }
      pages = anchors;
    }
  }
  await browser.close();
  return printed;
};
