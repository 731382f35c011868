import { askWrangler, inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import { createSqlStore, type SqlValue } from '#inbox/stores/sql-store.ts';
import type { Store } from '#inbox/stores/store.ts';

/** A value as SQL text: the command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll("'", "''")}'`;

/**
 * The inbox in D1, from the owner's machine, with the rights that wrangler has there.
 * @param place `--remote` for what is deployed; `--local` for what `npm run preview:workers` keeps
 * @param options further ones for wrangler, such as where a preview keeps its data
 */
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
  return createSqlStore({
    // Locally wrangler does not say how many rows were changed; the rows themselves do.
    write: async (sql, values) => (await execute(`${sql} RETURNING 1`, values)).length,
    read: execute,
  });
};
