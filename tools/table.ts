import stringWidth from 'string-width';

/** The width includes a space on either side. */
export type Column = readonly [heading: string, width: number];

/** Printable values, one below the other, with `\n` between lines. */
export type Cell = readonly string[];

const clusters = new Intl.Segmenter();

/** Words, or the clusters of words that are too wide. */
const pieces = function* (line: string, room: number): Generator<[piece: string, width: number]> {
  for (const word of line.split(/(?<= )/)) {
    const width = stringWidth(word);
    if (width <= room) {
      yield [word, width];
      continue;
    }
    for (const { segment } of clusters.segment(word)) {
      const width = stringWidth(segment);
      if (width <= room) yield [segment, width];
      // A run of Hangul consonants is one cluster, as wide as it is long.
      else for (const character of segment) yield [character, stringWidth(character)];
    }
  }
};

const wrap = (text: string, room: number): string[] =>
  text.split(/(?<=\n)/).flatMap((line) => {
    const rows: string[] = [];
    let row = '';
    let rowWidth = 0;
    for (const [piece, width] of pieces(line, room)) {
      // A space at the end of a row is not drawn.
      if (rowWidth + width > room + (piece.endsWith(' ') ? 1 : 0)) {
        rows.push(row);
        row = '';
        rowWidth = 0;
      }
      row += piece;
      rowWidth += width;
    }
    return [...rows, row];
  });

const drawRow = (columns: readonly Column[], cells: readonly Cell[]): string => {
  const texts = columns.map(([, width], index) => {
    const values = cells[index] ?? [];
    return { room: width - 2, rows: values.flatMap((value) => wrap(value, width - 2)) };
  });
  const height = Math.max(...texts.map(({ rows }) => rows.length));
  return Array.from({ length: height }, (_, index) => {
    const line = texts.map(({ room, rows }) => {
      const row = rows[index]?.trimEnd() ?? '';
      return row + ' '.repeat(Math.max(0, room - stringWidth(row)));
    });
    return `│ ${line.join(' │ ')} │`;
  }).join('\n');
};

/** A word that is wider than its cell is broken. */
export const drawTable = function* <Row>(
  columns: readonly Column[],
  rows: Iterable<Row>,
  cellsOf: (row: Row) => readonly Cell[],
): Generator<string> {
  const border = (left: string, middle: string, right: string): string =>
    left + columns.map(([, width]) => '─'.repeat(width)).join(middle) + right;
  const headings = columns.map(([heading]) => [heading]);
  yield `${border('┌', '┬', '┐')}\n${drawRow(columns, headings)}`;
  for (const row of rows) yield `${border('├', '┼', '┤')}\n${drawRow(columns, cellsOf(row))}`;
  yield border('└', '┴', '┘');
};
