/**
 * Returns the characters of a text as a reader counts them: an emoji of several code points is one, and so are a
 * letter with its accents and a line break (grapheme clusters, Unicode UAX 29). In Firefox before 125, each code
 * point is one.
 */
export const segments = (text: string): Iterable<{ segment: string }> =>
  // Created when needed, because creating the first one takes a phone 40 ms.
  Intl.Segmenter
    ? new Intl.Segmenter().segment(text)
    : Array.from(text, (segment) => ({ segment }));

/** Returns whether a text is blank: it has only spaces and, from pasted text, zero-width characters. */
export const isBlank = (text: string): boolean =>
  /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/**
 * Returns the beginning of a text, a twentieth shorter, with an ellipsis in place of at least the last character.
 * @param limit of the result, in UTF-16 code units
 */
export const shorten = (text: string, limit: number): string => {
  const whole = segments(text.slice(0, limit));
  const kept = Array.from(whole, ({ segment }) => segment);
  return `${kept.slice(0, Math.floor(kept.length * 0.95)).join('')}…`;
};

/**
 * Replaces lone surrogates, for which `encodeURIComponent` throws an error. `toWellFormed` does the same, but Chromium
 * 110, Firefox 118 and Safari 16.3 lack it.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const fullName = (names: Record<'firstName' | 'lastName', string>): string =>
  `${names.firstName} ${names.lastName}`.trim();
