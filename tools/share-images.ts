import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { type CharacterSet, characterSets, hasCharacterIn } from '#model/character-sets.ts';
import { logoDrawing } from '#src/components/logo-drawing.ts';
import {
  indexedPages,
  pageWords,
  shareImagePath,
  shareImageSize,
} from '#src/metadata/page-metadata.ts';
import { area, baseline, outline, positionOf, width } from '#src/threshold/drawing.ts';
import { escapeHtml } from './html.ts';
import { digestOf, isStale, readRecord, writeMade } from './record.ts';

/** Returns the fonts of the site with the letters of a text. */
const fontFaces = (text: string): string =>
  ['Display', 'Text']
    .flatMap((family) =>
      Object.entries<CharacterSet>(characterSets).map(([set, { range }]) => {
        const file = `.content/fonts/${family.toLowerCase()}-${set}.woff2`;
        if (!hasCharacterIn(range, text) || !existsSync(file)) return '';
        return `@font-face{font-family:${family};font-weight:400 600;src:url(data:font/woff2;base64,${readFileSync(file, 'base64')});unicode-range:${range}}`;
      }),
    )
    .join('');

const { assumptions } = thresholdFigure;
const { legitimate, fraudulent, threshold } = assumptions;

const figure = `<svg class="figure" viewBox="0 0 ${width} ${baseline + 1}">
  <path class="wash" d="${area(legitimate, threshold, 100)}"/>
  <path class="wash" d="${area(fraudulent, 0, threshold)}"/>
  <path class="legit" d="${outline(legitimate)}"/>
  <path class="ink" d="${outline(fraudulent)}"/>
  <path class="axis" d="M0 ${baseline}H${width}"/>
  <path class="line" d="M${positionOf(threshold)} 0V${baseline}"/>
</svg>`;

const logo = `<svg class="logo" viewBox="0 0 ${logoDrawing.size} ${logoDrawing.size}">
  ${logoDrawing.distributions.map((d) => `<path class="ink" d="${d}"/>`).join('')}
  <path class="line" d="${logoDrawing.line}"/>
</svg>`;

const styles = `
${readFileSync('.content/theme.css', 'utf8')}
* { box-sizing: border-box; margin: 0; }
body { width: ${shareImageSize.width}px; height: ${shareImageSize.height}px; padding: 64px 72px; overflow: hidden; background: var(--paper); color: var(--ink); font: 26px/1.4 Text; }
header { display: flex; gap: 18px; align-items: center; font: 34px/1 Display; }
.logo { width: 48px; height: 48px; }
h1 { position: absolute; top: 166px; left: 72px; max-width: 590px; font: 400 70px/1.04 Display; letter-spacing: -0.02em; text-wrap: balance; }
.figure { position: absolute; right: 72px; bottom: 140px; width: 430px; overflow: visible; }
.legal .figure { opacity: 0.35; }
footer { position: absolute; right: 72px; bottom: 56px; left: 72px; padding-top: 16px; border-top: 1px solid var(--ink); color: var(--quiet); }
path { fill: none; stroke-width: 2.2; }
.ink { stroke: var(--ink); }
.legit { stroke: var(--legit); }
.axis { stroke: var(--control-line); stroke-width: 1; }
.line { stroke: var(--signal); stroke-width: 3; }
.wash { fill: var(--legit); stroke: none; opacity: 0.22; }
`;

/** Returns an HTML page whose screenshot is the share image of a page. */
export const shareImageHtml = (
  page: string,
  hasFigure: boolean,
  headline = page === 'home' ? hero.headline.join(' ') : pageWords(page).title,
): string => `<!doctype html>
<html lang="${site.language}">
<meta charset="utf-8">
<style>${fontFaces(identity.firm + headline + site.footer.statement)}${styles}</style>
<body class="${page === 'home' ? 'home' : 'legal'}">
<header>${logo}${escapeHtml(identity.firm)}</header>
${hasFigure ? figure : ''}
<h1${hasFigure ? '' : ' style="max-width: none"'}>${escapeHtml(headline)}</h1>
<footer>${escapeHtml(site.footer.statement)}</footer>
</body>
</html>`;

const fileOf = (page: string): string => `public${shareImagePath(page)}`;

const recordFile = 'tools/share-images.json';

/** Returns the files of the share images that are missing or outdated. */
export const findStaleShareImages = (hasFigure = site.figure): string[] => {
  const record = readRecord(recordFile);
  const digest = (page: string) => digestOf(shareImageHtml(page, hasFigure));
  return indexedPages.filter((page) => isStale(fileOf(page), record, digest(page))).map(fileOf);
};

const makeShareImages = async (): Promise<void> => {
  // Imported here, because the doctor imports this file but needs none of these.
  const { default: sharp } = await import('sharp');
  const { chromium } = await import('@playwright/test');
  const { chromiumFlags, ensureChromium } = await import('./chromium.ts');
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumFlags],
  });
  const page = await browser.newPage({ viewport: shareImageSize, colorScheme: 'light' });
  for (const name of indexedPages) {
    const html = shareImageHtml(name, site.figure);
    const file = fileOf(name);
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    const bytes = await sharp(await page.screenshot())
      .png({ palette: true, colors: 64, effort: 10 })
      .toBuffer();
    writeMade(recordFile, file, bytes, digestOf(html));
    console.log(`${file}: ${bytes.length} bytes`);
  }
  await browser.close();
  // Otherwise, images of removed pages would still be published.
  const made = indexedPages.map(fileOf);
  for (const file of globSync('public/share/*.png')) {
    if (!made.includes(file.replaceAll('\\', '/'))) rmSync(file);
  }
};

// `npm run share-images`
if (import.meta.main) await makeShareImages();
