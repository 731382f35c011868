import stringWidth from 'string-width';
import { printableLine } from './printable.ts';

/** Columns of a terminal. */
export const widthOf = (text: string): number => stringWidth(text);

/** After spaces, and between ideographs, except before what closes a phrase. */
const breaks =
  /(?<= )(?! )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，！？])(?![、。，！？」』）ー])/u;

/**
 * Lines of at most `room` columns. A word that is wider stays whole on a line of its own, so that an
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

const clusters = new Intl.Segmenter();

/**
 * The words at the beginning that fit in one line, and `…` for the others; control characters are
 * named. A word that is wider is cut. Time does not grow with the text.
 */
export const firstWords = (text: string, room: number): string => {
  // Drops half a surrogate pair.
  const read = text.slice(0, room * 4).replace(/[\ud800-\udbff]$/, '');
  const line = printableLine(read);
  if (read.length === text.length && widthOf(line) <= room) return line;
  const [first = ''] = wrapWords(line, room - 2);
  if (widthOf(first) <= room - 2) return `${first} …`;
  let cut = '';
  for (const { segment } of clusters.segment(first)) {
    if (widthOf(cut + segment) > room - 1) break;
    cut += segment;
  }
  return `${cut}…`;
};
