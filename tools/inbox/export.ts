import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { escapeControls, printable } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { ExplainedError } from '#model/mistake.ts';

/** Formats a JSON array in which control and bidi characters are escaped, without a change of meaning. */
export const formatJson = (submissions: readonly Submission[]): string => {
  const entries = submissions.map((submission) =>
    escapeControls(JSON.stringify({ ...submission, ...submission.fields, fields: undefined })),
  );
  return `[\n${entries.join(',\n')}\n]\n`;
};

/** The invisible characters before a value, some of which spreadsheets drop. */
const unseen = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u;

/** The places where a spreadsheet begins a new cell in spite of quotation marks, if its separator is the semicolon. */
const breaks = /(?<=[\n\v\f\u2028\u2029;])/;

/**
 * Returns a text with an apostrophe before what spreadsheets read as a formula (OWASP, CSV injection), even in
 * full-width characters.
 */
const defuse = (text: string): string => {
  const sign = text.replace(unseen, '').charAt(0).normalize('NFKC');
  return '=+-−@'.includes(sign || ' ') ? `'${text}` : text;
};

/** Formats a cell (RFC 4180), always quoted. */
const csvCell = (value: string): string => {
  const [start = '', ...others] = defuse(value).split(breaks);
  return `"${printable([start, ...others.map(defuse)].join('')).replaceAll('"', '""')}"`;
};

/** Begins with a byte order mark, without which spreadsheets assume another encoding. */
export const formatTable = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;

/** Returns a column for each field that any submission has. */
export const formatCsv = (submissions: readonly Submission[]): string => {
  const records = submissions.map(({ id, kind, receivedAt, fields, time }) => {
    const { start, cancelledAt } = time ?? {};
    return Object({ id, kind, receivedAt, ...fields, time: start, cancelledAt });
  });
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => columns.map((name) => String(record[name] ?? '')));
  return formatTable([columns, ...rows]);
};

/**
 * Writes a file that only its owner can read, because it may contain typed text. It replaces an existing
 * file when it is complete. @returns a sentence
 */
export const writeTo = (file: string, data: string): string => {
  if (existsSync(file) && !statSync(file).isFile())
    throw new ExplainedError(`${file} is not a file`);
  const temporary = `${file}.${process.pid}.new`;
  try {
    writeFileSync(temporary, data, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return `Written to ${file}.`;
};
