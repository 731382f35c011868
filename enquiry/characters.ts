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

/** The maximum length of a text in an address, in UTF-16 code units. */
const longest = 6000;

/** Returns the beginning of a text, a twentieth shorter, with an ellipsis. */
export const shorten = (text: string): string => {
  const whole = segments(text.replace(/…$/, '').slice(0, longest));
  const kept = Array.from(whole, ({ segment }) => segment);
  return `${kept.slice(0, Math.floor(kept.length * 0.95)).join('')}…`;
};

export const fullName = (names: Record<'firstName' | 'lastName', string>): string =>
  `${names.firstName} ${names.lastName}`.trim();
