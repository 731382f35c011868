import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { kinds } from '#inbox/kinds/index.ts';
import { printable } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { CommandError } from '../options.ts';
import type { Terminal } from '../terminal.ts';

type Pages = AsyncIterable<readonly Submission[]>;

/** Yields an array with a line for each; control and bidi characters are escaped, and mean the same. */
export const formatJson = async function* (pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    const entries = page.map(({ id, kind, receivedAt, fields, time, delivery, answeredAt }) => {
      const all = { id, kind, receivedAt, ...fields, ...(time && { time }), delivery, answeredAt };
      return printable(JSON.stringify(all));
    });
    yield before + entries.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
};

/** Before the first character that is seen: spreadsheets drop some of these. */
const unseen = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u;

/**
 * RFC 4180, all quoted, since spreadsheets take other separators, too; an apostrophe before what
 * spreadsheets take for a formula (OWASP, CSV injection), in whatever width it is written.
 */
const csvCell = (value: string): string => {
  const sign = value.replace(unseen, '').charAt(0).normalize('NFKC');
  const defused = '=+-−@'.includes(sign || ' ') ? `'${value}` : value;
  return `"${printable(defused).replaceAll('"', '""')}"`;
};

export const csvRow = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** Spreadsheets take a file without it for one of their own encoding. */
export const csvMark = '\ufeff';

const names = Object.values(kinds).flatMap(({ fields }) => fields.map(({ name }) => name));
const ends = ['time', 'cancelledAt', 'otherFields'];
const columns = [...new Set(['id', 'kind', 'receivedAt', 'answeredAt', ...names, ...ends])];

/** Yields a column for each field of each kind; the last has those that this version does not know. */
export const formatCsv = async function* (pages: Pages): AsyncGenerator<string> {
  yield csvMark + csvRow(columns);
  for await (const page of pages) {
    const rows = page.map(({ fields, time, ...submission }) => {
      const others = Object.entries(fields).filter(([name]) => !names.includes(name));
      const otherFields = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '';
      const booked = { time: time?.start, cancelledAt: time?.cancelledAt };
      const record: Record<string, unknown> = { ...fields, ...submission, ...booked, otherFields };
      return csvRow(columns.map((name) => String(record[name] ?? '')));
    });
    yield rows.join('');
  }
};

/**
 * Writes a file that only its owner can read, since it may hold what visitors typed. A file of that
 * name is replaced when the new one is complete.
 * @throws whatever the parts throw; then the file is as it was
 */
export const writeTo = async (
  file: string,
  parts: AsyncIterable<string> | string,
  terminal: Terminal,
): Promise<void> => {
  if (existsSync(file) && !statSync(file).isFile()) throw new CommandError(`${file} is not a file`);
  const temporary = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporary, parts, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  terminal.writeError(`Written to ${file}.`);
};
