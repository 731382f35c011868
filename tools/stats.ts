import { countPath, sources } from '#enquiry/counts.ts';
import { printableLine } from '#inbox/printable.ts';
import type { WeekCount } from '#inbox/stores/store.ts';
import { formatTable as formatCsv, writeTo } from './inbox/export.ts';
import { onInbox, parseDate } from './inbox/place.ts';
import { createCommand, formatRows, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const visit = new RegExp(`^page_view (?!${sources.internal}$)`);

/**
 * The counted events with their labels, by heading. The first pattern that matches any is used: where another
 * service takes enquiries or bookings, the page counts them. A blocked tab opens in the same tab.
 */
const columns = {
  Visits: [visit],
  Actions: [/^(?:schedule|contact|link)_click .*:(?:opened|blocked)$/],
  Downloads: [/^resource_download .*:started$/],
  Enquiries: [/^submission enquiry$/, /^contact_form sent$/],
  Bookings: [/^submission booking$/, /^consultation_booked /],
};
const headings = Object.keys(columns);

const matching = (counts: readonly WeekCount[], pattern: RegExp) =>
  counts.filter(({ event, label }) => pattern.test(`${event} ${label}`));

const sumOf = (counts: readonly WeekCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Returns a row for each week, newest first, and a row of sums; the cells of uncounted events are empty. */
const rowsOf = (counts: readonly WeekCount[]): string[][] => {
  const used = Object.values(columns).map((all) => all.find((each) => matching(counts, each)[0]));
  const rowOf = (name: string, part: readonly WeekCount[]) => [
    name,
    ...used.map((pattern) => (pattern ? `${sumOf(matching(part, pattern))}` : '')),
  ];
  const weeks = [...Map.groupBy(counts, ({ week }) => week)].map((week) => rowOf(...week));
  return [...weeks.sort().reverse(), rowOf('Total', counts)];
};

/** Formats the weeks as a table, or in a narrow window, as a sentence each. */
const formatWeeks = (rows: readonly string[][], width: number): string => {
  const cells = rows.map((row) => row.map((cell) => cell || '–'));
  if (width >= 66) {
    const table = [['Week of', ...headings], ...cells];
    return table.map((row) => `${row.map((cell) => cell.padStart(11)).join('')}\n`).join('');
  }
  const inWords = (row: string[]) => row.map((cell, index) => `${headings[index]} ${cell}`);
  return formatRows(
    cells.map(([name = '', ...row]) => [name, inWords(row).join(', ')]),
    width,
  );
};

/** Formats the ten hosts that led most visitors to the site. */
const formatHosts = (counts: readonly WeekCount[], width: number): string => {
  const byHost = Map.groupBy(matching(counts, visit), ({ label }) => printableLine(label));
  const hosts = [...byHost].map(([host, visits]) => [`${sumOf(visits)}`, host]);
  const most = hosts.sort(([one], [other]) => Number(other) - Number(one)).slice(0, 10);
  if (most[0]) return formatRows([['Visits', 'Source'], ...most], width);
  return `No visits were counted here; a build with PUBLIC_ANALYTICS_ENDPOINT=${countPath} counts them.`;
};

export const runStats = createCommand({
  name: 'stats',
  subcommands: {
    '': onInbox({
      options: {
        since: text('WHEN', 'a date (2026-01-31), or 7d, 2w, 3m, 2y ago; the default is 12w'),
        output: text('FILE', 'writes the weeks to a CSV file, for a spreadsheet'),
      },
      run: async ({ since = '12w', output }, _, { width, now, store }) => {
        const date = parseDate('--since', since, now);
        const monday = date.subtract({ days: date.dayOfWeek - 1 });
        const counts = await store.weekCounts(monday.toString());
        const rows = rowsOf(counts);
        if (output)
          return writeTo(output, formatCsv([['week', ...headings], ...rows.slice(0, -1)]));
        return `${formatWeeks(rows, width)}\n${formatHosts(counts, width)}`.trimEnd();
      },
    }),
  },
});

if (import.meta.main) await runAtTerminal(runStats);
