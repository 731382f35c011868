/** `subset` names the font file with these letters. */
export interface CharacterSet {
  subset: string;
  /** The value of CSS `unicode-range`. */
  range: string;
  /** True for a set that is left out when the owner's words have none of its letters. */
  isRare?: boolean;
}

/** Each set becomes one file per family. Pages load `base`, and another set only when one of its letters occurs. */
export const characterSets = {
  base: {
    subset: 'latin',
    // ASCII without the characters of code; no-break space, §, ©, ·, ×, é for "Résumé"; dashes; quotation marks; …, →, −.
    range:
      'U+20-21,U+24-29,U+2B-3B,U+3F-5A,U+61-7A,U+A0,U+A7,U+A9,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2192,U+2212',
  },
  accents: {
    subset: 'latin',
    // The rest of ASCII and of Latin-1; quotation marks of other languages, •, narrow no-break space, €, ™.
    range:
      'U+22-23,U+2A,U+3C-3E,U+5B-60,U+7B-7E,U+A1-A6,U+A8,U+AA-B6,U+B8-D6,U+D8-E8,U+EA-FF,U+201A,U+201E,U+2022,U+202F,U+2039-203A,U+20AC,U+2122',
  },
  extended: { subset: 'latin-ext', range: 'U+100-17F' },
  // For example, the Romanian ș and ț.
  rare: { subset: 'latin-ext', range: 'U+180-24F', isRare: true },
  vietnamese: { subset: 'vietnamese', range: 'U+1EA0-1EF9', isRare: true },
  greek: { subset: 'greek', range: 'U+370-3FF', isRare: true },
  cyrillic: { subset: 'cyrillic', range: 'U+400-45F,U+490-491', isRare: true },
} satisfies Record<string, CharacterSet>;

/** Returns all characters of a `unicode-range`. */
export const charactersIn = (range: string): string[] =>
  range.split(',').flatMap((item) => {
    const [, first = '', last = first] = /^U\+(\w+)(?:-(\w+))?$/.exec(item) ?? [];
    const [begin, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    return Array.from({ length: end - begin + 1 }, (_, i) => String.fromCodePoint(begin + i));
  });

/** Returns whether a text has a character of a `unicode-range`. */
export const hasCharacterIn = (range: string, text: string): boolean =>
  charactersIn(range).some((character) => text.includes(character));
