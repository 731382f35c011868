import { createHash } from 'node:crypto';
import { fromBuffer } from '@capsizecss/unpack';
import subsetFont from 'subset-font';
import { theme } from '../.content/theme.ts';
import {
  type CharacterSet,
  characterSets,
  charactersIn,
  hasCharacterIn,
} from '../model/character-sets.ts';
import { axesOf, type Family, familyOf, readFont } from '../model/font-families.ts';

type Style = 'normal' | 'italic';

/** A fixed instance: Chromium embeds variable fonts glyph by glyph, in twice the bytes. */
interface Face {
  name: 'Display' | 'Text' | 'Sans';
  family: Family;
  axes: ReturnType<typeof axesOf>;
  weight: number;
  style: Style;
}

const headings = familyOf(theme.fonts.headings.family);
const text = familyOf(theme.fonts.text.family);

/** `weight` is the one that style sheets ask for. */
const face = (
  name: Face['name'],
  family: Family,
  instance: { weight: number; size: number },
  weight: number,
  style: Style = 'normal',
): Face => ({ name, family, axes: axesOf(family, instance), weight, style });

// Optical sizes.
const leadSize = 24;
const textSize = 11;
const { opticalSize, weight } = theme.fonts.headings;

const faces: Face[] = [
  face('Display', headings, { size: opticalSize, weight }, 400),
  face('Display', headings, { size: leadSize, weight: 400 }, 400, 'italic'),
  face('Text', headings, { size: textSize, weight: 400 }, 400),
  face('Text', headings, { size: textSize, weight: 400 }, 400, 'italic'),
  face('Text', headings, { size: textSize, weight: 640 }, 700),
  face('Sans', text, { size: textSize, weight: 400 }, 400),
  face('Sans', text, { size: textSize, weight: 400 }, 400, 'italic'),
  face('Sans', text, { size: textSize, weight: 600 }, 600),
  // Without italics Chromium slants the upright ones.
].filter(({ family, style }) => style === 'normal' || family.hasItalics);

const { base, accents, extended } = characterSets;
const characters = [base, accents, extended].flatMap(({ range }) => charactersIn(range)).join('');

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const ownNames = [headings, text].map(({ id }) => letters(id));

/** Whether a font of a PDF, such as `BAAAAA+SourceSans3-Roman`, is one of the faces. */
export const isOwnFont = (name: string): boolean =>
  ownNames.some((own) => letters(name.replace(/^[A-Z]{6}\+/, '')).startsWith(own));

/** The middling letter, in em, that there is room for on covers and in figures, beside the column and in tables. */
const room = { Display: 0.446, Sans: 0.418, Text: Number.POSITIVE_INFINITY };

/** Sets wider letters smaller. */
const sizeAdjust = async (name: Face['name'], weight: number, font: Buffer): Promise<string> => {
  const { xWidthAvg, unitsPerEm } = await fromBuffer(font);
  const share = (room[name] * (weight > 500 ? 1.032 : 1) * unitsPerEm) / xWidthAvg;
  return share < 0.995 ? ` size-adjust: ${(100 * share).toFixed(1)}%;` : '';
};

/** `@font-face` rules with the fonts inside them. @param text the documents: with `ł`, they need more of a family’s files */
export const fontFaces = async (text: string): Promise<string> => {
  const others = Object.values<CharacterSet>(characterSets).filter(
    ({ subset, range }) => subset !== 'latin' && hasCharacterIn(range, text),
  );
  const rules = await Promise.all(
    faces.map(async ({ name, family, axes, weight, style }) => {
      const cut = (subset: string, letters: string) =>
        subsetFont(readFont(family, subset, style), letters, {
          targetFormat: 'truetype',
          variationAxes: axes,
        });
      const latin = await cut('latin', characters);
      const adjust = await sizeAdjust(name, weight, latin);
      const rule = (font: Buffer, range = ''): string =>
        `@font-face { font-family: ${name}; font-weight: ${weight}; font-style: ${style};${adjust}${range} src: url(data:font/ttf;base64,${font.toString('base64')}); }`;
      const more = others
        .filter(({ subset }) => family.subsets.includes(subset))
        .map(async ({ subset, range }) => {
          const font = await cut(subset, charactersIn(range).join(''));
          return rule(font, ` unicode-range: ${range};`);
        });
      return [rule(latin), ...(await Promise.all(more))];
    }),
  );
  return rules.flat().join('\n');
};

/** Digest of all that the faces are made from. */
export const fontDigest = (): string =>
  createHash('sha256').update(JSON.stringify(faces)).update(characters).digest('hex');
