import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { fill } from '#content/schema/fill.ts';
import { characterSets, charactersOf, families } from '#src/styles/fonts/families.ts';

/**
 * The faces that the documents are set in, cut out of the same packages as the site's. Each is a
 * fixed instance of its variable font: Chromium embeds those as real fonts, but would draw a
 * variable one glyph by glyph, without hinting and in twice the bytes.
 */
interface Face {
  family: 'Display' | 'Text' | 'Sans';
  source: string;
  axes: Record<string, number>;
  weight: number;
  style: 'normal' | 'italic';
}

const newsreader = (style: Face['style']): string =>
  fill(families.display.source, { package: 'latin' }).replace('normal', style);
const sourceSans = (style: Face['style']): string =>
  fill(families.text.source, { package: 'latin' }).replace('normal', style);

/** Optical sizes: the cover and the chapter titles; lines of lead size; running text. */
const { opsz: displaySize, wght: displayWeight } = families.display.axes;
const leadSize = 24;
const textSize = 11;

const faces: Face[] = [
  {
    family: 'Display',
    source: newsreader('normal'),
    axes: { opsz: displaySize, wght: displayWeight },
    weight: 400,
    style: 'normal',
  },
  {
    family: 'Display',
    source: newsreader('italic'),
    axes: { opsz: leadSize, wght: 400 },
    weight: 400,
    style: 'italic',
  },
  {
    family: 'Text',
    source: newsreader('normal'),
    axes: { opsz: textSize, wght: 400 },
    weight: 400,
    style: 'normal',
  },
  {
    family: 'Text',
    source: newsreader('italic'),
    axes: { opsz: textSize, wght: 400 },
    weight: 400,
    style: 'italic',
  },
  {
    family: 'Text',
    source: newsreader('normal'),
    axes: { opsz: textSize, wght: 640 },
    weight: 700,
    style: 'normal',
  },
  {
    family: 'Sans',
    source: sourceSans('normal'),
    axes: { wght: 400 },
    weight: 400,
    style: 'normal',
  },
  {
    family: 'Sans',
    source: sourceSans('italic'),
    axes: { wght: 400 },
    weight: 400,
    style: 'italic',
  },
  {
    family: 'Sans',
    source: sourceSans('normal'),
    axes: { wght: 600 },
    weight: 600,
    style: 'normal',
  },
];

const characters = Object.values(characterSets)
  .map(({ ranges }) => charactersOf(ranges))
  .join('');

const { resolve } = createRequire(import.meta.url);
const read = (source: string): Promise<Buffer> => readFile(resolve(source));

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
// As in @fontsource-variable/source-sans-3/files/…: fonts bear the names of their packages.
const ownNames = [...new Set(faces.map(({ source }) => letters(source.split('/')[1] ?? source)))];

/**
 * Whether a font embedded in a PDF is one of the faces.
 * @param name as the PDF has it, such as `BAAAAA+SourceSans3-Roman`
 */
export const isOwnFont = (name: string): boolean =>
  ownNames.some((own) => letters(name.replace(/^[A-Z]{6}\+/, '')).startsWith(own));

/** The faces as `@font-face` rules that carry their fonts with them. */
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

/** What decides the faces, for telling whether a document was set in the present ones. */
export const fontDigest = async (): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(faces)).update(characters);
  for (const source of new Set(faces.map((face) => face.source))) hash.update(await read(source));
  return hash.digest('hex');
};
