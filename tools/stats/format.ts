import { printableLine } from '#inbox/printable.ts';
import { csvMark, csvRow } from '../inbox/format.ts';
import type { Measure, Stats } from './weeks.ts';

const measures: readonly (readonly [Measure, heading: string])[] = [
  ['visits', 'Visits'],
  ['actions', 'Actions'],
  ['downloads', 'Downloads'],
  ['enquiries', 'Enquiries'],
  ['bookings', 'Bookings'],
];

/** Hosts in the table; the JSON has all of them. */
const shownSources = 10;
/** Columns of a bar, where there is room for it. */
const longestBar = 18;
const weekWidth = 10;
const numberWidth = 11;
const hostWidth = 40;
const visitsWidth = 7;

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar in eighths of a column; what is more than nothing has one. */
export const bar = (value: number, largest: number, columns: number): string => {
  const parts = largest === 0 ? 0 : Math.ceil((value / largest) * columns * 8);
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
};

const cell = (value: number | null): string => String(value ?? '–').padStart(numberWidth);

/**
 * Weeks and sources with bars for visits, for a terminal.
 * @param width in columns; bars give way where there are fewer than 80
 */
export const formatTable = ({ weeks, total, sources }: Stats, width: number): string => {
  const roomBeside = (others: number): number =>
    Math.max(0, Math.min(longestBar, width - others - 3));
  const columns = roomBeside(weekWidth + measures.length * numberWidth);
  const largest = Math.max(0, ...weeks.map(({ visits }) => visits ?? 0));
  const row = (first: string, cells: readonly string[], visits: number | null): string => {
    const [shownVisits = '', ...others] = cells;
    const drawn = columns === 0 ? '' : `  ${bar(visits ?? 0, largest, columns).padEnd(columns)}`;
    return `${first.padEnd(weekWidth)}${shownVisits}${drawn}${others.join('')}`.trimEnd();
  };
  const cells = (of: Record<Measure, number | null>) => measures.map(([name]) => cell(of[name]));
  const shown = sources.slice(0, shownSources);
  const left = sources.slice(shownSources).reduce((sum, { visits }) => sum + visits, 0);
  const mostFrom = shown[0]?.visits ?? 0;
  const sourceRow = (host: string, visits: number, drawn: string): string =>
    `${host.slice(0, hostWidth).padEnd(hostWidth)}${String(visits).padStart(visitsWidth)}  ${drawn}`.trimEnd();
  return [
    row(
      'Week of',
      measures.map(([, heading]) => heading.padStart(numberWidth)),
      0,
    ),
    ...weeks.map((week) => row(week.week, cells(week), week.visits)),
    row('Together', cells(total), 0),
    ...(shown.length === 0
      ? []
      : ['', `${'Source'.padEnd(hostWidth)}${'Visits'.padStart(visitsWidth)}`]),
    ...shown.map(({ host, visits }) =>
      sourceRow(
        printableLine(host),
        visits,
        bar(visits, mostFrom, roomBeside(hostWidth + visitsWidth)),
      ),
    ),
    ...(left === 0 ? [] : [sourceRow(`${sources.length - shownSources} more`, left, '')]),
    '',
  ].join('\n');
};

/** One object: `weeks`, `total`, `sources`; null for what nobody counts. */
export const formatJson = (stats: Stats): string => `${JSON.stringify(stats, null, 2)}\n`;

/** The weeks, for a spreadsheet; empty cells for what nobody counts. */
export const formatCsv = ({ weeks }: Stats): string =>
  [
    csvMark + csvRow(['week', ...measures.map(([name]) => name)]),
    ...weeks.map((week) =>
      csvRow([week.week, ...measures.map(([name]) => String(week[name] ?? ''))]),
    ),
  ].join('');
