import { askWrangler, inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import { createSqlStore, type SqlValue } from '#inbox/stores/sql-store.ts';
import type { Store } from '#inbox/stores/store.ts';

/** wrangler's command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll("'", "''")}'`;

/** The inbox in D1; `--local` is that of `npm run preview:workers`. */
export const createWranglerStore = (
  place: '--remote' | '--local',
  options: readonly string[] = [],
): Store => {
  const execute = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> => {
    const rest = [...values];
    const command = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    const output = await askWrangler([
      ...['d1', 'execute', inboxBinding, place, ...options, '--json', '--command', command],
    ]);
    const [outcome] = JSON.parse(output) as { results: Row[] }[];
    if (!outcome) throw new WranglerError(`wrangler gave no result: ${output}`);
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute });
};
