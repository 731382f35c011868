import { stringify } from 'csv-stringify/sync';
import { kinds } from '#inbox/kinds/index.ts';
import { printable } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { type Cell, type Column, drawTable } from '../table.ts';

const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

const localTime = (iso: string): string => timeFormat.format(new Date(iso));

const identityColumns: readonly Column[] = [
  ['ID', 8],
  ['Received', 18],
];

const drawSubmissions = function* (
  title: string,
  submissions: readonly Submission[],
  columns: readonly Column[],
  cellsOf: (submission: Submission) => Cell[],
): Generator<string> {
  if (submissions.length === 0) return;
  yield `${title} (${submissions.length})`;
  yield* drawTable([...identityColumns, ...columns], submissions, (submission) => [
    [String(submission.id)],
    [localTime(submission.receivedAt)],
    ...cellsOf(submission),
  ]);
  yield '';
};

const failureColumns: readonly Column[] = [
  ['Attempts', 10],
  ['Next', 18],
  ['Why', 60],
];

const failureCells = ({ delivery }: Submission): Cell[] => {
  const { nextAttemptAt, attempts, lastError } = delivery;
  const next = nextAttemptAt === null ? [] : [localTime(nextAttemptAt)];
  const why = lastError ?? (attempts === 0 ? 'Not tried yet' : 'The attempt was interrupted');
  return [[String(attempts)], next, [printable(why)]];
};

/** In parts, which together can be longer than a string. */
export const formatTables = function* (submissions: readonly Submission[]): Generator<string> {
  if (submissions.length === 0) yield 'The inbox is empty.';
  for (const { name, title, columns, fields: known } of Object.values(kinds)) {
    const names = Object.keys(columns).map((column) =>
      known.filter((field) => field.column === column).map((field) => field.name),
    );
    yield* drawSubmissions(
      title,
      submissions.filter(({ kind }) => kind === name),
      Object.entries(columns),
      ({ fields }) =>
        names.map((cell) => cell.map((field) => printable(fields[field] ?? '')).filter(Boolean)),
    );
  }
  const undelivered = submissions.filter(({ delivery }) => delivery.nextAttemptAt !== null);
  yield* drawSubmissions('Not delivered yet', undelivered, failureColumns, failureCells);
};

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

/** RFC 4180, with an apostrophe before a formula (OWASP, CSV injection). */
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
