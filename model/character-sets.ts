type Range = readonly [first: number, last: number];

/** `subset` names the font file with these letters. */
export interface CharacterSet {
  subset: string;
  ranges: Range[];
  /** True for a set that is left out when the owner's words have none of its letters. */
  isRare?: boolean;
}

/** Each set becomes one file per family. Pages load `base`, and another set only when one of its letters occurs. */
export const characterSets = {
  base: {
    subset: 'latin',
    ranges: [
      [0x20, 0x21], // ASCII, without the characters of code
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
    subset: 'latin',
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
      [0x201a, 0x201a], // quotation marks of other languages
      [0x201e, 0x201e],
      [0x2022, 0x2022], // •
      [0x202f, 0x202f], // narrow no-break space
      [0x2039, 0x203a],
      [0x20ac, 0x20ac], // €
      [0x2122, 0x2122], // ™
    ],
  },
  extended: { subset: 'latin-ext', ranges: [[0x100, 0x17f]] },
  // For example, the Romanian ș and ț.
  rare: { subset: 'latin-ext', ranges: [[0x180, 0x24f]], isRare: true },
  vietnamese: { subset: 'vietnamese', ranges: [[0x1ea0, 0x1ef9]], isRare: true },
  greek: { subset: 'greek', ranges: [[0x370, 0x3ff]], isRare: true },
  cyrillic: {
    subset: 'cyrillic',
    ranges: [
      [0x400, 0x45f],
      [0x490, 0x491],
    ],
    isRare: true,
  },
} satisfies Record<string, CharacterSet>;

const hex = (codePoint: number): string => codePoint.toString(16).toUpperCase();

/** Returns a character set as CSS `unicode-range` items, such as `U+20-7E`. */
export const unicodeRange = (ranges: readonly Range[]): string[] =>
  ranges.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  );

/** Returns all characters of a set as one string. */
export const charactersOf = (ranges: readonly Range[]): string =>
  ranges
    .map(([first, last]) =>
      String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    )
    .join('');

/** Returns whether a text has a character of a set. */
export const hasCharacterOf = (ranges: readonly Range[], text: string): boolean =>
  [...charactersOf(ranges)].some((character) => text.includes(character));
