/** Missing in Firefox before 125, which counts code points. */
const segmenter = Intl.Segmenter && new Intl.Segmenter();

/**
 * Returns the characters of a text as a reader counts them: an emoji of several code points is one, and so
 * is a letter with its accents (grapheme clusters, Unicode UAX 29). A line break is one, however it is written.
 */
export const characters = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);

/** In UTF-16 code units; no address carries more of a text. */
const longest = 6000;

/** Returns the beginning of a text, a twentieth shorter, with an ellipsis. */
export const shorten = (text: string): string => {
  const kept = characters(text.replace(/…$/, '').slice(0, longest));
  return `${kept.slice(0, Math.floor(kept.length * 0.95)).join('')}…`;
};
