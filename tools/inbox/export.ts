import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { kinds } from '#inbox/kinds/index.ts';
import { printable } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { CommandError } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** Returns an array; control and bidi characters are escaped, and mean the same. */
export const formatJson = (submissions: readonly Submission[]): string => {
  const entries = submissions.map((submission) =>
    printable(JSON.stringify({ ...submission, ...submission.fields, fields: undefined })),
  );
  return `[\n${entries.join(',\n')}\n]\n`;
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

/** Begins with a mark, without which spreadsheets take a file for one of their own encoding. */
export const formatTable = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;

const names = Object.values(kinds).flatMap(({ fields }) => fields.map(({ name }) => name));
const ends = ['time', 'cancelledAt', 'otherFields'];
const columns = [...new Set(['id', 'kind', 'receivedAt', 'answeredAt', ...names, ...ends])];

/** Returns a column for each field of each kind; the last has those that this version does not know. */
export const formatCsv = (submissions: readonly Submission[]): string => {
  const rows = submissions.map(({ fields, time, ...submission }) => {
    const others = Object.entries(fields).filter(([name]) => !names.includes(name));
    const otherFields = others[0] && JSON.stringify(Object.fromEntries(others));
    const booked = { time: time?.start, cancelledAt: time?.cancelledAt };
    const record: Record<string, unknown> = { ...fields, ...submission, ...booked, otherFields };
    return columns.map((name) => String(record[name] ?? ''));
  });
  return formatTable([columns, ...rows]);
};

/**
 * Writes a file that only its owner can read, since it may hold what visitors typed. A file of that
 * name is replaced when the new one is complete.
 */
export const writeTo = (file: string, data: string, terminal: Terminal): void => {
  if (existsSync(file) && !statSync(file).isFile()) throw new CommandError(`${file} is not a file`);
  const temporary = `${file}.${process.pid}.new`;
  try {
    writeFileSync(temporary, data, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  terminal.writeError(`Written to ${file}.`);
};
