import { countPath } from '#enquiry/counts.ts';
import { formServiceAt } from '#enquiry/form-services/index.ts';
import { readServerConfig } from '#hosting/machine/config.ts';
import { type Environment, setVariables, variables } from '#hosting/variables.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { writeTo } from '../inbox/output-file.ts';
import { parseTime } from '../inbox/period.ts';
import { findMissingInbox, inSentences, readPlace, withInbox } from '../inbox/place.ts';
import { createWranglerStore } from '../inbox/wrangler-store.ts';
import { parseOptions, UsageError } from '../options.ts';
import { type Command, widthOf } from '../terminal.ts';
import { formatCsv, formatJson, formatTable } from './format.ts';
import { type Configuration, mondayOf, type Stats, statsOf } from './weeks.ts';

const usualPeriod = '12w';

const optionTable = {
  since: {
    type: 'string',
    value: 'WHEN',
    help: `a date (2026-01-31), or 7d, 2w, 3m, 2y ago; else ${usualPeriod}`,
  },
  json: { type: 'boolean', help: 'weeks and all sources' },
  csv: { type: 'boolean', help: 'the weeks, for a spreadsheet' },
  output: {
    type: 'string',
    value: 'FILE',
    help: 'where to write that, in place of what is there',
  },
  host: { type: 'string', value: 'HOST', help: 'workers or preview: the counts on Workers' },
  help: { type: 'boolean', help: 'this' },
} as const;

const usage = [
  'npm run stats               what visitors did, by week, and what led them here',
  'npm run stats -- OPTIONS',
  '',
  ...Object.entries(optionTable).map(([name, option]) => {
    const value = 'value' in option ? ` ${option.value}` : '';
    return `  ${`--${name}${value}`.padEnd(24)}  ${option.help}`;
  }),
  '',
  'Weeks begin on Monday, UTC. A visit is a page that was reached from outside the',
  'site; an action leads to a booking page, mail, phone or another site.',
].join('\n');

const help = 'npm run stats -- --help names all options';

const readOptions = (args: readonly string[], environment: Environment) => {
  const { values, positionals } = parseOptions(
    { args: [...args], options: optionTable, allowPositionals: true },
    environment,
    help,
  );
  const refuse = (what: string): never => {
    throw new UsageError(`${what}. ${help}`);
  };
  if (positionals[0] !== undefined) refuse(`"${positionals[0]}" is no option`);
  if (values.json && values.csv) refuse('--json and --csv cannot be combined');
  if (values.output !== undefined && !values.json && !values.csv) {
    refuse('--output FILE belongs to --json or --csv');
  }
  return values;
};

const configurationOf = (set: Environment): Configuration => {
  const siteUrl = set.SITE_URL ?? variables.SITE_URL.default;
  const endpoint = set.PUBLIC_FORM_ENDPOINT ?? variables.PUBLIC_FORM_ENDPOINT.default;
  return {
    isFormOwn: URL.canParse(endpoint, siteUrl) && formServiceAt(endpoint, siteUrl) === 'embedded',
    booking:
      set.PUBLIC_BOOKING_URL === undefined
        ? 'own'
        : set.PUBLIC_BOOKING_WIDGET_URL === undefined
          ? 'unknown'
          : 'counted',
  };
};

/** What the table cannot say, in a sentence. */
const explain = ({ total, weeks }: Stats, since: string, set: Environment): string | null => {
  const endpoint = set.PUBLIC_ANALYTICS_ENDPOINT;
  if (total.visits !== null) return null;
  if (endpoint === countPath) return `Nothing has been counted since ${since}.`;
  const what = weeks.length === 0 ? `Nothing has arrived since ${since}. Visits` : 'Visits';
  return endpoint === undefined
    ? `${what} are not counted: set PUBLIC_ANALYTICS_ENDPOINT to ${countPath}, and build the site.`
    : `${what} are counted elsewhere: ${endpoint}`;
};

const run: Command = async (args, environment, terminal) => {
  const options = readOptions(args, environment);
  if (options.help) {
    await terminal.write(`${usage}\n`);
    return 0;
  }
  const now = new Date();
  const since = mondayOf(parseTime('--since', options.since ?? usualPeriod, now));
  const place = readPlace(options.host);
  const set = setVariables(environment);

  const show = async (store: Store): Promise<number> => {
    const stats = statsOf(await store.weekCounts(since), now, configurationOf(set));
    if (options.json || options.csv) {
      const text = options.json ? formatJson(stats) : formatCsv(stats);
      await writeTo(options.output, [text], terminal);
      return 0;
    }
    const explanation = explain(stats, since, set);
    if (stats.weeks.length > 0) {
      await terminal.write(formatTable(stats, widthOf(terminal, environment)));
      if (explanation !== null) await terminal.write('\n');
    }
    if (explanation !== null) await terminal.write(`${explanation}\n`);
    return 0;
  };

  if (place) return show(createWranglerStore(place));
  const file = databaseFile(readServerConfig(environment).dataDir);
  const missing = findMissingInbox(file, environment);
  if (missing === null) return withInbox(file, show);
  terminal.writeError(missing);
  return 1;
};

/** The exit code is 0 when it did what was asked, 1 failed, 2 not understood. */
export const runStats = inSentences(run);
