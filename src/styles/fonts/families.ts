/**
 * `npm run fonts` makes the files beside this one. Pages load `base`, and another set
 * when one of its letters occurs.
 */

type Range = readonly [first: number, last: number];

type CharacterSet = { package: 'latin' | 'latin-ext'; ranges: Range[] };

export const characterSets: Record<'base' | 'accents' | 'extended', CharacterSet> = {
  base: {
    package: 'latin',
    ranges: [
      [0x20, 0x21], // ASCII, without what code needs and prose does not
      [0x24, 0x29],
      [0x2b, 0x3b],
      [0x3f, 0x5a],
      [0x61, 0x7a],
      [0xa0, 0xa0], // no-break space
      [0xa7, 0xa7], // §
      [0xa9, 0xa9], // ©
      [0xb7, 0xb7], // ·
      [0xd7, 0xd7], // ×
      [0xe9, 0xe9], // é, for "Résumé"
      [0x2013, 0x2014], // dashes
      [0x2018, 0x2019], // quotation marks
      [0x201c, 0x201d],
      [0x2026, 0x2026], // …
      [0x2192, 0x2192], // →
      [0x2212, 0x2212], // −
    ],
  },
  accents: {
    package: 'latin',
    ranges: [
      [0x22, 0x23],
      [0x2a, 0x2a],
      [0x3c, 0x3e],
      [0x5b, 0x60],
      [0x7b, 0x7e],
      [0xa1, 0xa6],
      [0xa8, 0xa8],
      [0xaa, 0xb6],
      [0xb8, 0xd6],
      [0xd8, 0xe8],
      [0xea, 0xff],
    ],
  },
  extended: { package: 'latin-ext', ranges: [[0x100, 0x17f]] },
};

export const families = {
  display: {
    // Newsreader. One word: browsers disagree about quotation marks in `new FontFace`.
    name: 'Display',
    source: '@fontsource-variable/newsreader/files/newsreader-{package}-opsz-normal.woff2',
    axes: { opsz: 60, wght: 440 },
    weight: '400',
  },
  text: {
    // Source Sans 3.
    name: 'Text',
    source: '@fontsource-variable/source-sans-3/files/source-sans-3-{package}-wght-normal.woff2',
    // With 700 the file is a fifth larger.
    axes: { wght: { min: 400, max: 600 } },
    weight: '400 600',
  },
} as const;

const hex = (codePoint: number): string => codePoint.toString(16).toUpperCase();

/** A character set as CSS `unicode-range` items, such as `U+20-7E`. */
export const unicodeRange = (ranges: readonly Range[]): string[] =>
  ranges.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  );

/** All characters of a set as one string. */
export const charactersOf = (ranges: readonly Range[]): string =>
  ranges
    .map(([first, last]) =>
      String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    )
    .join('');
