import { askWrangler, inboxBinding } from '#hosting/workers/wrangler.ts';
import type { Sql, SqlValue } from '#inbox/stores/sql.ts';
import { createSqlStore, type Store } from '#inbox/stores/sql-store.ts';

/** Puts the parameters into the statement, because wrangler's command line takes none. */
const literal = (value: SqlValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();

/**
 * The inbox in D1. Its methods reject with an ExplainedError.
 * @param place wrangler's options that select D1; `--local` is that of `npm run preview:workers`
 */
export const createWranglerStore = (place: readonly string[]): Store => {
  const execute = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    const rest = [...values];
    const command = text.replace(/\?/g, () => literal(rest.shift() ?? null));
    const statement = ['d1', 'execute', inboxBinding, ...place, '--json', '--command', command];
    const [outcome] = JSON.parse(await askWrangler(statement)) as [{ results: Row[] }];
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute, pageSize: 1000 });
};
