import { inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import type { Sql, SqlValue } from '#inbox/stores/sql.ts';
import { createSqlStore } from '#inbox/stores/sql-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { ask } from '../explain-wrangler.ts';

/** wrangler's options that say which D1; `--local` is that of `npm run preview:workers`. */
export type WranglerPlace = readonly ['--remote' | '--local', ...options: string[]];

/** wrangler's command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();

/** The inbox in D1. Its methods reject with a WranglerError. */
export const createWranglerStore = (place: WranglerPlace): Store => {
  const statement = ['d1', 'execute', inboxBinding, ...place];
  const execute = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    const rest = [...values];
    const command = text.replace(/\?/g, () => literal(rest.shift() ?? null));
    const output = await ask([...statement, '--json', '--command', command]);
    const [outcome] = JSON.parse(output) as { results: Row[] }[];
    if (!outcome) throw new WranglerError(`wrangler gave no result: ${output}`);
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute, pageSize: 1000 });
};
