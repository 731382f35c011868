import { countPath, sources } from '#enquiry/counts.ts';
import { printableLine } from '#inbox/printable.ts';
import type { WeekCount } from '#inbox/stores/store.ts';
import { csvMark, csvRow, writeTo } from '../inbox/export.ts';
import { onInbox, parseDate } from '../inbox/place.ts';
import { createCommand, formatRows, text } from '../subcommands.ts';

type Counts = (count: WeekCount) => boolean;

const isEvent =
  (event: WeekCount['event'], label: RegExp): Counts =>
  (count) =>
    count.event === event && label.test(count.label);

const isVisit: Counts = (count) => count.event === 'page_view' && count.label !== sources.internal;

/** Clicks that led from the page to the owner or to another site; a blocked tab opens in place of the page. */
const isAction: Counts = ({ event, label }) =>
  /^(?:schedule|contact|link)_click$/.test(event) && /:(?:opened|blocked)$/.test(label);

/** The counted events, by heading. Where another service takes enquiries or bookings, the page counts them. */
const columns: Readonly<Record<string, readonly Counts[]>> = {
  Visits: [isVisit],
  Actions: [isAction],
  Downloads: [isEvent('resource_download', /:started$/)],
  Enquiries: [isEvent('submission', /^enquiry$/), isEvent('contact_form', /^sent$/)],
  Bookings: [isEvent('submission', /^booking$/), isEvent('consultation_booked', /^/)],
};
const headings = Object.keys(columns);

const sumOf = (counts: readonly WeekCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Returns a row for each week, the newest first, and one of their sums; empty where nobody counts. */
const rowsOf = (counts: readonly WeekCount[]): string[][] => {
  const measures = Object.values(columns).map((all) => all.find((is) => counts.some(is)));
  const rowOf = (name: string, part: readonly WeekCount[]) => [
    name,
    ...measures.map((is) => (is ? `${sumOf(part.filter(is))}` : '')),
  ];
  const byWeek = [...Map.groupBy(counts, ({ week }) => week)];
  const weeks = byWeek.toSorted(([one], [other]) => (one < other ? 1 : -1));
  return [...weeks.map(([week, part]) => rowOf(week, part)), rowOf('Total', counts)];
};

/** Formats a table; in a narrow window, each row is a sentence. */
const formatTable = (rows: readonly string[][], width: number): string => {
  const cells = rows.map((row) => row.map((cell) => cell || '–'));
  if (width < 66) {
    const sentenceOf = (row: string[]) => row.map((cell, index) => `${headings[index]} ${cell}`);
    return formatRows(
      cells.map(([name = '', ...row]) => [name, sentenceOf(row).join(', ')]),
      width,
    );
  }
  const table = [['Week of', ...headings], ...cells];
  return table.map((row) => `${row.map((cell) => cell.padStart(11)).join('')}\n`).join('');
};

const formatHosts = (
  counts: readonly WeekCount[],
  width: number,
  endpoint: string | undefined,
): string => {
  const byHost = Map.groupBy(counts.filter(isVisit), ({ label }) => printableLine(label));
  const hosts = [...byHost].map(([host, visits]) => [`${sumOf(visits)}`, host]);
  const most = hosts.toSorted(([one], [other]) => Number(other) - Number(one)).slice(0, 10);
  if (most.length > 0) return `\n${formatRows([['Visits', 'Source'], ...most], width)}`;
  const how = `PUBLIC_ANALYTICS_ENDPOINT=${countPath} in the next build counts them.`;
  return `\nNo visit was counted here. ${endpoint === countPath ? '' : how}`.trimEnd().concat('\n');
};

const stats = onInbox({
  help: '',
  options: {
    since: text('WHEN', 'a date (2026-01-31), or 7d, 2w, 3m, 2y ago; the default is 12w'),
    output: text('FILE', 'writes the weeks to a CSV file, for a spreadsheet'),
  },
  run: async ({ since = '12w', output }, _, { environment, terminal, width, now, store }) => {
    const date = parseDate('--since', since, now);
    const monday = date.subtract({ days: date.dayOfWeek - 1 });
    const counts = await store.weekCounts(monday.toString());
    const rows = rowsOf(counts);
    if (output) {
      const table = [['week', ...headings], ...rows.slice(0, -1)];
      return writeTo(output, csvMark + table.map(csvRow).join(''), terminal);
    }
    await terminal.write(
      formatTable(rows, width) + formatHosts(counts, width, environment.PUBLIC_ANALYTICS_ENDPOINT),
    );
  },
});

export const runStats = createCommand({ name: 'stats', subcommands: { '': stats } });
