import { countPath } from '#enquiry/counts.ts';
import { formServiceAt } from '#enquiry/form-services/index.ts';
import { type Environment, setVariables, variables } from '#hosting/variables.ts';
import { writeTo } from '../inbox/output-file.ts';
import { parseTime } from '../inbox/period.ts';
import { onInbox } from '../inbox/place.ts';
import { createCommand, text } from '../subcommands.ts';
import { formatCsv, formatTable } from './format.ts';
import { mondayOf, type Stats, statsOf } from './weeks.ts';

const isOwn = (set: Environment) => {
  const siteUrl = set.SITE_URL ?? variables.SITE_URL.default;
  const endpoint = set.PUBLIC_FORM_ENDPOINT ?? variables.PUBLIC_FORM_ENDPOINT.default;
  return {
    form: URL.canParse(endpoint, siteUrl) && formServiceAt(endpoint, siteUrl) === 'embedded',
    booking: set.PUBLIC_BOOKING_URL === undefined,
  };
};

/** What the table cannot show, in a sentence. */
const explain = ({ total, weeks }: Stats, since: string, set: Environment): string | null => {
  const endpoint = set.PUBLIC_ANALYTICS_ENDPOINT;
  if (total[0] !== null) return null;
  if (endpoint === countPath) return `Nothing has been counted since ${since}.`;
  const what = weeks.length === 0 ? `Nothing has arrived since ${since}. Visits` : 'Visits';
  return endpoint === undefined
    ? `${what} are not counted: set PUBLIC_ANALYTICS_ENDPOINT to ${countPath}, and build the site.`
    : `${what} are counted elsewhere: ${endpoint}`;
};

const stats = onInbox({
  help: '',
  options: {
    since: text('WHEN', `a date (2026-01-31), or 7d, 2w, 3m, 2y ago; else 12w`),
    output: text('FILE', 'the weeks as CSV, for a spreadsheet'),
  },
  run: async (values, _, { environment, terminal, width, now, store }) => {
    const since = mondayOf(parseTime('--since', values.since ?? '12w', now));
    const set = setVariables(environment);
    const found = statsOf(await store.weekCounts(since), now, isOwn(set));
    if (values.output !== undefined) return writeTo(values.output, [formatCsv(found)], terminal);
    const explanation = explain(found, since, set);
    const table = found.weeks.length > 0 ? [formatTable(found, width)] : [];
    const parts = [...table, ...(explanation === null ? [] : [`${explanation}\n`])];
    await terminal.write(parts.join('\n'));
  },
});

export const runStats = createCommand({
  name: 'stats',
  subcommands: { '': stats },
});
