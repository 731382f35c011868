import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutFonts } from './cut-fonts.ts';
import { axesOf, familyOf } from './font-families.ts';
import { makeFolder } from './tests/folder.ts';

test('cuts the fonts and fits fallback fonts, and repeats it only for new fonts or letters', async () => {
  const folder = join(makeFolder(), 'fonts');
  const fonts = {
    headings: { family: 'Source Sans 3', weight: 700, opticalSize: 60 },
    text: { family: 'Newsreader' },
  };
  // Two requests to `npm run dev` at once do this.
  await Promise.all([cutFonts(folder, fonts, 'Words'), cutFonts(folder, fonts, 'Words')]);
  const sets = ['accents', 'base', 'extended'];
  const files = ['display', 'text'].flatMap((role) => sets.map((set) => `${role}-${set}.woff2`));
  expect(new Set(readdirSync(folder))).toEqual(new Set([...files, 'stand-ins.css']));
  const rules = readFileSync(`${folder}/stand-ins.css`, 'utf8');
  expect(rules).toContain(
    '--display-fallback: "Display in Arial", "Display in Roboto", sans-serif',
  );
  expect(rules).toContain('--text-fallback: "Text in Times", "Text in Noto Serif", serif');
  // A heavy headline has a bold fallback; text has a regular and a bold one.
  expect(rules).toMatch(/"Display in Arial";[^}]*size-adjust: 9\d(\.\d)?%;[^}]*"Arial Bold"/);
  expect(rules).toMatch(/"Text in Times";\s*font-weight: 600;[^}]*"Times New Roman Bold"/);

  const made = statSync(`${folder}/text-base.woff2`).mtimeMs;
  await cutFonts(folder, fonts, 'Other words');
  expect(statSync(`${folder}/text-base.woff2`).mtimeMs).toBe(made);
  await cutFonts(folder, fonts, 'Những từ khác: Việt');
  expect(readdirSync(folder)).toContain('text-vietnamese.woff2');
});

test('axes are pinned within the ranges of the family', () => {
  const serif = familyOf('Newsreader');
  expect(axesOf(serif, { weight: 900, size: 100 })).toEqual({ opsz: 72, wght: 800 });
  const sans = familyOf('Source Sans 3');
  expect(axesOf(sans, { weight: { min: 100, max: 600 }, size: 11 })).toEqual({
    wght: { min: 200, max: 600 },
  });
});
