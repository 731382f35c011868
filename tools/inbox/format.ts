import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { printable } from '#inbox/printable.ts';
import { type Submission, type SubmissionKind, submissionKinds } from '#inbox/stores/store.ts';

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

const localTime = (iso: string): string =>
  new Date(iso).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

const tableOf = (
  columns: readonly (readonly [heading: string, width: number])[],
  rows: readonly string[][],
): string => {
  const table = new Table({
    head: columns.map(([heading]) => heading),
    colWidths: columns.map(([, width]) => width),
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [] },
  });
  table.push(...rows);
  return table.toString();
};

const identityColumns = [
  ['ID', 7],
  ['Received', 18],
] as const;

/** A table for each kind of submission that there is, and one of what is not delivered yet. */
export const formatTables = (submissions: readonly Submission[]): string => {
  if (submissions.length === 0) return 'The inbox is empty.';
  const tables = submissionKinds
    .map((kind) => ({ kind, entries: submissions.filter((entry) => entry.kind === kind) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ kind, entries }) => {
      const rows = entries.map(({ id, receivedAt, fields }) => [
        String(id),
        localTime(receivedAt),
        ...columns[kind].map(([, , names]) =>
          names
            .map((name) => printable(fields[name] ?? ''))
            .filter((value) => value !== '')
            .join('\n'),
        ),
      ]);
      const headings = columns[kind].map(([heading, width]) => [heading, width] as const);
      return `${titles[kind]} (${entries.length})\n${tableOf([...identityColumns, ...headings], rows)}`;
    });
  const undelivered = submissions.flatMap(({ id, receivedAt, delivery }) => {
    const { nextAttemptAt, attempts, lastError } = delivery;
    if (nextAttemptAt === null) return [];
    const why = lastError ?? (attempts === 0 ? 'Not tried yet' : 'The attempt was interrupted');
    const next = localTime(nextAttemptAt);
    return [[String(id), localTime(receivedAt), String(attempts), next, printable(why)]];
  });
  if (undelivered.length > 0) {
    const headings = [...identityColumns, ['Attempts', 10], ['Next', 18], ['Why', 60]] as const;
    tables.push(`Not delivered yet (${undelivered.length})\n${tableOf(headings, undelivered)}`);
  }
  return tables.join('\n\n');
};

/** All submissions as JSON, values exactly as they were typed. */
export const formatJson = (submissions: readonly Submission[]): string =>
  JSON.stringify(
    submissions.map(({ id, kind, receivedAt, fields, delivery }) => ({
      id,
      kind,
      receivedAt,
      ...fields,
      delivery,
    })),
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
