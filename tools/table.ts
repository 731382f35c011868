import stringWidth from 'string-width';

/** The width includes a space on either side. */
export type Column = readonly [heading: string, width: number];

/** Printable values, one below the other, with `\n` between lines. */
export type Cell = readonly string[];

/** Lines of a cell, shared by its values. */
const lineLimit = 40;

const clusters = new Intl.Segmenter();
const count = new Intl.NumberFormat('en');

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

const wrap = (text: string, room: number, limit: number): string[] => {
  const rows: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    let row = '';
    let rowWidth = 0;
    for (const [piece, width] of pieces(line, room)) {
      // A space at the end of a row is not drawn.
      if (rowWidth + width > room + (piece.endsWith(' ') ? 1 : 0)) {
        rows.push(row);
        if (rows.length === limit) return rows;
        row = '';
        rowWidth = 0;
      }
      row += piece;
      rowWidth += width;
    }
    rows.push(row);
    if (rows.length === limit) return rows;
  }
  return rows;
};

const clip = (text: string, room: number, limit: number): string[] => {
  // Does not read the rest: time must not grow with the text. Drops half a surrogate pair.
  const beginning = text.slice(0, room * limit).replace(/[\ud800-\udbff]$/, '');
  const rows = wrap(beginning, room, limit);
  const hidden = text.length - rows.join('').length;
  if (hidden === 0) return rows;
  const characters = hidden === 1 ? 'character' : 'characters';
  const note = `… ${count.format(hidden)} more ${characters}; --json shows all`;
  return [...rows, ...wrap(note, room, note.length)];
};

const drawRow = (columns: readonly Column[], cells: readonly Cell[]): string => {
  const texts = columns.map(([, width], index) => {
    const values = cells[index] ?? [];
    const limit = Math.max(1, Math.floor(lineLimit / values.length));
    return { room: width - 2, rows: values.flatMap((value) => clip(value, width - 2, limit)) };
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

/** A cell counts the characters that it has no room for. */
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
