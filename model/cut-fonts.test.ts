import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutFonts } from './cut-fonts.ts';
import { makeFolder } from './tests/folder.ts';

test('cuts the fonts and fits fallback fonts, and repeats it only for new fonts or letters', async () => {
  const folder = join(makeFolder(), 'fonts');
  const fonts = {
    // Weight and size are beyond the ranges of the family.
    headings: { family: 'Newsreader', weight: 900, opticalSize: 100 },
    text: { family: 'Source Sans 3' },
  };
  // Two requests to `npm run dev` at once do this.
  await Promise.all([cutFonts(folder, fonts, 'Words'), cutFonts(folder, fonts, 'Words')]);
  const sets = ['accents', 'base', 'extended'];
  const files = ['display', 'text'].flatMap((role) => sets.map((set) => `${role}-${set}.woff2`));
  expect(new Set(readdirSync(folder))).toEqual(new Set([...files, 'stand-ins.css']));
  const rules = readFileSync(`${folder}/stand-ins.css`, 'utf8');
  expect(rules).toContain('--display-fallback: "Display in Times", "Display in Noto Serif", serif');
  expect(rules).toContain('--text-fallback: "Text in Arial", "Text in Roboto", sans-serif');
  // A heavy headline has a bold fallback; text has a regular and a bold one.
  expect(rules).toMatch(/"Display in Times";[^}]*size-adjust: [\d.]+%;[^}]*"Times New Roman Bold"/);
  expect(rules).toMatch(/"Text in Arial";\s*font-weight: 600;[^}]*"Arial Bold"/);

  const made = statSync(`${folder}/text-base.woff2`).mtimeMs;
  await cutFonts(folder, fonts, 'Other words');
  expect(statSync(`${folder}/text-base.woff2`).mtimeMs).toBe(made);
  await cutFonts(folder, fonts, 'Những từ khác: Việt');
  expect(readdirSync(folder)).toContain('text-vietnamese.woff2');
});
