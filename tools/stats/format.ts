import { printableLine } from '#inbox/printable.ts';
import { wrapWords } from '#inbox/wrap.ts';
import { csvMark, csvRow } from '../inbox/format.ts';
import { headings, type Stats } from './weeks.ts';

/** Hosts in the table. */
const shownSources = 10;
const numberWidth = 11;
const tableWidth = numberWidth * (headings.length + 1);

/** Weeks and sources for a terminal; in a narrow one each week is a sentence. @param width in columns */
export const formatTable = ({ weeks, total, sources }: Stats, width: number): string => {
  const row = (first: string, numbers: readonly (number | string | null)[]): string => {
    const cells = numbers.map((value) => String(value ?? '–'));
    if (width >= tableWidth) {
      return [first, ...cells].map((cell) => cell.padStart(numberWidth)).join('');
    }
    const parts = cells.map((cell, index) => `${headings[index]} ${cell}`).join(', ');
    return wrapWords(`${first}: ${parts}`, width - 2).join('\n  ');
  };
  const hostWidth = Math.min(40, width - 8);
  const sourceRow = (host: string, visits: number | string): string =>
    `${host.slice(0, hostWidth).padEnd(hostWidth)}${String(visits).padStart(8)}`;
  const rest = sources.slice(shownSources).map(({ visits }) => visits);
  return [
    ...(width < tableWidth ? [] : [row('Week of', headings)]),
    ...weeks.map(({ week, numbers }) => row(week, numbers)),
    row('Together', total),
    ...(sources.length > 0 ? ['', sourceRow('Source', 'Visits')] : []),
    ...sources
      .slice(0, shownSources)
      .map(({ host, visits }) => sourceRow(printableLine(host), visits)),
    ...(rest.length > 0
      ? [
          sourceRow(
            `${rest.length} more`,
            rest.reduce((sum, visits) => sum + visits),
          ),
        ]
      : []),
    '',
  ].join('\n');
};

/** The weeks, for a spreadsheet; empty cells for what nobody counts. */
export const formatCsv = ({ weeks }: Stats): string =>
  [
    csvMark + csvRow(['week', ...headings.map((heading) => heading.toLowerCase())]),
    ...weeks.map(({ week, numbers }) =>
      csvRow([week, ...numbers.map((value) => `${value ?? ''}`)]),
    ),
  ].join('');
