import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import type { Submission, SubmissionKind } from '../form-backend/store.ts';

/** How submissions are shown to the owner: as a table, as JSON, as CSV. */

const titles: Record<SubmissionKind, string> = {
  enquiry: 'Enquiries',
  booking: 'Booking requests',
  subscriber: 'Subscribers',
};

/** Columns of each table: a heading, its width in characters, and the fields it shows. */
const columns: Record<SubmissionKind, readonly (readonly [string, number, string[]])[]> = {
  enquiry: [
    ['From', 26, ['firstName', 'lastName', 'email', 'company', 'role']],
    ['About', 18, ['interestedIn', 'serviceType', 'urgency']],
    ['Message', 60, ['message']],
  ],
  booking: [
    ['From', 26, ['name', 'email', 'company']],
    ['Minutes', 9, ['minutes']],
    ['Times', 24, ['times']],
    ['Message', 45, ['message']],
  ],
  subscriber: [['Email', 60, ['email']]],
};

/**
 * Text that a terminal shows and does not obey: what visitors type can contain control characters,
 * which would otherwise move the cursor or recolour the screen.
 */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\n';
    if (character === '\t') return ' ';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

const localTime = (iso: string): string =>
  new Date(iso).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A table for each kind of submission that there is. */
export const formatTables = (submissions: readonly Submission[]): string => {
  if (submissions.length === 0) return 'The inbox is empty.';
  return (Object.keys(titles) as SubmissionKind[])
    .map((kind) => ({ kind, entries: submissions.filter((entry) => entry.kind === kind) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ kind, entries }) => {
      const table = new Table({
        head: ['ID', 'Received', ...columns[kind].map(([heading]) => heading)],
        colWidths: [7, 18, ...columns[kind].map(([, width]) => width)],
        wordWrap: true,
        wrapOnWordBoundary: false,
        style: { head: [], border: [] },
      });
      for (const { id, receivedAt, fields } of entries) {
        const cells = columns[kind].map(([, , names]) =>
          names
            .map((name) => printable(fields[name] ?? ''))
            .filter((value) => value !== '')
            .join('\n'),
        );
        table.push([String(id), localTime(receivedAt), ...cells]);
      }
      return `${titles[kind]} (${entries.length})\n${table.toString()}`;
    })
    .join('\n\n');
};

/** All submissions as JSON, values exactly as they were typed. */
export const formatJson = (submissions: readonly Submission[]): string =>
  JSON.stringify(
    submissions.map(({ id, kind, receivedAt, fields }) => ({ id, kind, receivedAt, ...fields })),
    null,
    2,
  );

/**
 * All submissions as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front (OWASP, CSV injection).
 */
export const formatCsv = (submissions: readonly Submission[]): string => {
  const names = [...new Set(submissions.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = submissions.map(({ id, kind, receivedAt, fields }) => ({
    id,
    kind,
    receivedAt,
    ...fields,
  }));
  return stringify(rows, {
    header: true,
    columns: ['id', 'kind', 'receivedAt', ...names],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
};
