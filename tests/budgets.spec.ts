import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { characterSets } from '#src/styles/fonts/families.ts';
import { type VariantName, variants } from '../tools/variants.ts';
import { expect, open, test } from './fixtures.ts';
import { isSample } from './sample.ts';

// Of sizes as they travel, with Brotli; times differ between machines.

const kilobytes = (count: number): number => count * 1024;
const { folder } = variants.embedded;
const sizeOf = (file: string): number => statSync(join(folder, file)).size;
const filesIn = (path: string, ending: string): string[] =>
  readdirSync(join(folder, path))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name));
const firstScript = (variant: VariantName): number => {
  const name = globSync('_astro/page-script.*.js.br', { cwd: variants[variant].folder }).join();
  return statSync(join(variants[variant].folder, name)).size;
};
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

// What a server sends before it waits for an answer; another owner's words may be longer.
const firstFlight = isSample ? 14 : 16;
const legalPage = isSample ? 13 : 14;

test(`the hero arrives within ${firstFlight} KB; the home page is at most 24 KB, a legal page ${legalPage} KB, all scripts 77 KB in two files, the first of 9 KB, or 9.6 KB where visits are counted (behavior 1.4, 7.1)`, () => {
  const bytes = readFileSync(join(folder, 'index.html.br')).subarray(0, kilobytes(firstFlight));
  // The end of the file may be missing.
  const flags = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const arrived = brotliDecompressSync(bytes, flags).toString();
  for (const part of ['</head>', 'id="hero"', 'id="services"']) expect(arrived).toContain(part);
  expect(sizeOf('index.html.br')).toBeLessThanOrEqual(kilobytes(24));
  for (const path of legalPaths) {
    expect(sizeOf(`${path}/index.html.br`), path).toBeLessThanOrEqual(kilobytes(legalPage));
  }
  const scripts = filesIn('_astro', '.js');
  expect(scripts.map((file) => basename(file).split('.')[0]).sort()).toEqual([
    'islands',
    'page-script',
  ]);
  expect(sum(scripts.map((file) => sizeOf(`${file}.br`)))).toBeLessThanOrEqual(kilobytes(77));
  // All that a reader downloads before the first interaction: islands.spec.ts.
  expect(firstScript('embedded')).toBeLessThanOrEqual(kilobytes(9));
  expect(firstScript('counting')).toBeLessThanOrEqual(kilobytes(9.6));
  // Where nobody counts, no code for it is there (behavior 7.1).
  for (const file of scripts) {
    const script = readFileSync(join(folder, file), 'utf8');
    expect(script, file).not.toMatch(/sendBeacon|api\/count|page_?view|globalPrivacyControl/);
  }
});

const isInBaseFonts = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return characterSets.base.ranges.some(([first, last]) => first <= code && code <= last);
};

test('scripts and fonts come after the first view was shown; the fonts of a page without accents are two, of at most 24 KB (behavior 1.4)', async ({
  page,
}) => {
  const fonts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname);
  });
  // However soon the browser is idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      run({ didTimeout: false, timeRemaining: () => 50 });
      return 0;
    };
  });
  await open(page);
  await page.evaluate(() => document.fonts.ready);
  const text = (await page.locator('body').innerText()).replace(/\s/g, '');
  const isPlain = [...text].every(isInBaseFonts);
  expect([...fonts]).toHaveLength(isPlain ? 2 : 4);
  expect(sum([...fonts].map(sizeOf))).toBeLessThanOrEqual(kilobytes(isPlain ? 24 : 60));
  const [shown, late] = await page.evaluate(() => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    const files = performance.getEntriesByType('resource');
    // `startTime` is when the picture was on the screen, some milliseconds after the page had drawn it.
    // Missing in TypeScript's DOM types.
    const drawn = (entry as { paintTime?: number } | undefined)?.paintTime ?? entry?.startTime;
    return [drawn, files.filter(({ name }) => /\.(?:js|woff2)$/.test(name))] as const;
  });
  expect(late.length).toBeGreaterThan(2);
  for (const { startTime, name } of late) {
    expect(startTime, name).toBeGreaterThan(shown ?? Number.NaN);
  }
});
