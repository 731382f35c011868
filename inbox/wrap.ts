import stringWidth from 'string-width';
import { printableLine } from './printable.ts';

/** Returns the width of a text in columns of a terminal. */
export const widthOf = (text: string): number => stringWidth(text);

/** Matches after spaces, and between ideographs, except before closing punctuation. */
const breaks =
  /(?<= )(?! )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，！？])(?![、。，！？」』）ー])/u;

/**
 * Returns lines of at most `room` columns. A wider word stays whole on a line of its own, so that an
 * address can be copied; the terminal wraps it.
 */
export const wrapWords = (text: string, room: number): string[] =>
  text.split('\n').flatMap((line) => {
    const rows: string[] = [];
    let row = '';
    let rowWidth = 0;
    for (const word of line.split(breaks)) {
      const width = widthOf(word.trimEnd());
      if (rowWidth > 0 && rowWidth + width > room) {
        rows.push(row.trimEnd());
        row = '';
        rowWidth = 0;
      }
      row += word;
      rowWidth += width + word.length - word.trimEnd().length;
    }
    return [...rows, row.trimEnd()];
  });

/**
 * Returns the first words that fit in one line, and `…` for the others; control characters are
 * named. A wider word is cut. The time does not grow with the text.
 */
export const firstWords = (text: string, room: number): string => {
  // Drops half a surrogate pair.
  const read = text.slice(0, room * 4).replace(/[\ud800-\udbff]$/, '');
  const line = printableLine(read);
  if (read.length === text.length && widthOf(line) <= room) return line;
  const [words = ''] = wrapWords(line, room - 2);
  if (widthOf(words) <= room - 2) return `${words} …`;
  const cut = [...words];
  while (widthOf(cut.join('')) > room - 1) cut.pop();
  return `${cut.join('')}…`;
};
