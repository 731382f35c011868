import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { fill } from '../model/fill.ts';
import { characterSets, charactersOf, families } from '../src/styles/fonts/families.ts';

/** A fixed instance: Chromium embeds variable fonts glyph by glyph, in twice the bytes. */
interface Face {
  family: 'Display' | 'Text' | 'Sans';
  source: string;
  axes: Record<string, number>;
  weight: number;
  style: 'normal' | 'italic';
}

const sourceOf = (family: keyof typeof families, style: Face['style']): string =>
  fill(families[family].source, { package: 'latin' }).replace('normal', style);

const newsreader = (
  family: Face['family'],
  axes: Face['axes'],
  weight: number,
  style: Face['style'] = 'normal',
): Face => ({ family, source: sourceOf('display', style), axes, weight, style });

const sourceSans = (weight: number, style: Face['style'] = 'normal'): Face => ({
  family: 'Sans',
  source: sourceOf('text', style),
  axes: { wght: weight },
  weight,
  style,
});

// Optical sizes.
const leadSize = 24;
const textSize = 11;
const { opsz, wght } = families.display.axes;

const faces: Face[] = [
  newsreader('Display', { opsz, wght }, 400),
  newsreader('Display', { opsz: leadSize, wght: 400 }, 400, 'italic'),
  newsreader('Text', { opsz: textSize, wght: 400 }, 400),
  newsreader('Text', { opsz: textSize, wght: 400 }, 400, 'italic'),
  newsreader('Text', { opsz: textSize, wght: 640 }, 700),
  sourceSans(400),
  sourceSans(400, 'italic'),
  sourceSans(600),
];

const characters = Object.values(characterSets)
  .map(({ ranges }) => charactersOf(ranges))
  .join('');

const { resolve } = createRequire(import.meta.url);
const read = (source: string): Promise<Buffer> => readFile(resolve(source));

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
// From paths such as @fontsource-variable/source-sans-3/files/…
const ownNames = [...new Set(faces.map(({ source }) => letters(source.split('/')[1] ?? source)))];

/** Whether a font of a PDF, such as `BAAAAA+SourceSans3-Roman`, is one of the faces. */
export const isOwnFont = (name: string): boolean =>
  ownNames.some((own) => letters(name.replace(/^[A-Z]{6}\+/, '')).startsWith(own));

/** `@font-face` rules with the fonts inside them. */
export const fontFaces = async (): Promise<string> => {
  const rules = await Promise.all(
    faces.map(async ({ family, source, axes, weight, style }) => {
      const font = await subsetFont(await read(source), characters, {
        targetFormat: 'truetype',
        variationAxes: axes,
      });
      return `@font-face { font-family: ${family}; font-weight: ${weight}; font-style: ${style}; src: url(data:font/ttf;base64,${font.toString('base64')}); }`;
    }),
  );
  return rules.join('\n');
};

/** Digest of all that the faces are made from. */
export const fontDigest = async (): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(faces)).update(characters);
  for (const source of new Set(faces.map((face) => face.source))) hash.update(await read(source));
  return hash.digest('hex');
};
