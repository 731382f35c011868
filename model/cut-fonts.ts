import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import {
  type CharacterSet,
  characterSets,
  charactersIn,
  hasCharacterIn,
} from './character-sets.ts';
import { axesOf, type Family, familyOf, readFont } from './font-families.ts';
import type { Theme } from './theme.ts';

// Cuts subsets of the web fonts in their packages, and scales the fallback fonts that browsers show until
// those have loaded (decision 0020).

type Font = [width: number, ...names: string[]];

/**
 * Fallback fonts that are installed on devices, regular and bold, with their average letter width in em,
 * measured on the words of a first view: 0.7 % more than Capsize's average.
 */
const standIns: Record<'serif' | 'sans-serif', Record<string, [regular: Font, bold: Font]>> = {
  serif: {
    Times: [
      [0.40917, 'Times New Roman', 'Liberation Serif'],
      [0.4359, 'Times New Roman Bold', 'Liberation Serif Bold'],
    ],
    // Android.
    'Noto Serif': [
      [0.47548, 'NotoSerif-Regular', 'Noto Serif Regular'],
      [0.507, 'NotoSerif-Bold', 'Noto Serif Bold'],
    ],
  },
  'sans-serif': {
    Arial: [
      [0.44946, 'Arial', 'Liberation Sans'],
      [0.48318, 'Arial Bold', 'Liberation Sans Bold'],
    ],
    // Android.
    Roboto: [
      [0.4485, 'Roboto'],
      [0.45416, 'Roboto Bold'],
    ],
  },
};

const isBold = (weight: number): boolean => weight > 500;

interface Role {
  /** One word: browsers disagree about quotation marks in `new FontFace`. */
  name: 'Display' | 'Text';
  family: Family;
  weights: readonly number[];
  /** Optical size in points. */
  size: number;
}

const rolesOf = ({ headings, text }: Theme['fonts']): Role[] => [
  {
    name: 'Display',
    family: familyOf(headings.family),
    weights: [headings.weight],
    size: headings.opticalSize,
  },
  // A range up to 700 would make the file a fifth larger.
  { name: 'Text', family: familyOf(text.family), weights: [400, 600], size: 16 },
];

const percent = (share: number): string => `${Number((100 * share).toFixed(1))}%`;

/** Returns `@font-face` rules that scale the device's fonts to the width and height of the family. */
const standInsFor = async ({ name, family, weights, size }: Role): Promise<string[]> => {
  const { fromBuffer } = await import('@capsizecss/unpack');
  const { default: subsetFont } = await import('subset-font');
  const generic = family.isSerif ? 'serif' : 'sans-serif';
  const letters = charactersIn('U+20-7E').join('');
  const metrics = await Promise.all(
    weights.map(async (weight) => {
      const font = await subsetFont(readFont(family, 'latin'), letters, {
        targetFormat: 'truetype',
        variationAxes: axesOf(family, { weight, size }),
      });
      return { weight, ...(await fromBuffer(font)) };
    }),
  );
  const stacks = Object.entries(standIns[generic]);
  const rules = stacks.flatMap(([machine, [regular, bold]]) =>
    metrics.map(({ weight, xWidthAvg, ascent, descent, unitsPerEm }) => {
      const [width, ...locals] = isBold(weight) ? bold : regular;
      const scale = xWidthAvg / unitsPerEm / width;
      const height = (units: number): string => percent(Math.abs(units) / unitsPerEm / scale);
      return `@font-face {
  font-family: "${name} in ${machine}";
  ${weights.length > 1 ? `font-weight: ${weight};\n  ` : ''}ascent-override: ${height(ascent)};
  descent-override: ${height(descent)};
  line-gap-override: 0%;
  size-adjust: ${percent(scale)};
  src: ${locals.map((local) => `local("${local}")`).join(', ')};
}`;
    }),
  );
  const names = stacks.map(([machine]) => `"${name} in ${machine}"`).join(', ');
  return [...rules, `:root { --${name.toLowerCase()}-fallback: ${names}, ${generic}; }`];
};

/**
 * Writes the fonts of a theme as `FOLDER/display-base.woff2` and so on, with `FOLDER/stand-ins.css`. Does
 * nothing if the folder is up to date.
 * @param words the owner's words: a rare character set is left out if none of its letters occur in them
 */
export const cutFonts = async (
  folder: string,
  fonts: Theme['fonts'],
  words: string,
): Promise<void> => {
  const roles = rolesOf(fonts);
  const sets = Object.entries<CharacterSet>(characterSets).filter(
    ([, { range, isRare }]) => !isRare || hasCharacterIn(range, words),
  );
  const from = JSON.stringify([roles, sets, standIns]);
  const record = `${folder}.json`;
  if (existsSync(folder) && existsSync(record) && readFileSync(record, 'utf8') === from) return;
  const { default: subsetFont } = await import('subset-font');
  // Another process may be reading the previous fonts.
  const made = `${folder}.${crypto.randomUUID()}`;
  mkdirSync(made, { recursive: true });
  const rules: string[] = [];
  for (const role of roles) {
    const { name, family, weights, size } = role;
    const [min = 400, max = min] = weights;
    for (const [set, { subset, range }] of sets) {
      if (!family.subsets.includes(subset)) continue;
      // Leaves out the glyphs of layout features: digits have the family's default width.
      const font = await subsetFont(readFont(family, subset), charactersIn(range).join(''), {
        targetFormat: 'woff2',
        variationAxes: axesOf(family, { weight: min === max ? min : { min, max }, size }),
        noLayoutClosure: true,
      });
      writeFileSync(`${made}/${name.toLowerCase()}-${set}.woff2`, font);
    }
    rules.push(...(await standInsFor(role)));
  }
  writeFileSync(`${made}/stand-ins.css`, `${rules.join('\n\n')}\n`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  writeFileSync(record, from);
};
