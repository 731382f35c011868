import { createSqlStore, type SqlValue } from '../form-backend/sql-store.ts';
import type { Store } from '../form-backend/store.ts';
import { askWrangler, inboxBinding, WranglerError } from './wrangler.ts';

/** A value as SQL text: the command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll("'", "''")}'`;

interface Outcome<Row> {
  results: Row[];
  meta: { changes?: number };
}

/**
 * The inbox in D1, from the owner's machine, with the rights that wrangler has there.
 * @param place `--remote` for what is deployed; `--local` for what `npm run preview:workers` keeps
 */
export const createWranglerStore = (place: '--remote' | '--local'): Store => {
  const execute = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Outcome<Row>> => {
    const rest = [...values];
    const command = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    const output = await askWrangler([
      'd1',
      'execute',
      inboxBinding,
      place,
      '--json',
      '--command',
      command,
    ]);
    const [outcome] = JSON.parse(output) as Outcome<Row>[];
    if (!outcome) throw new WranglerError(`wrangler gave no result: ${output}`);
    return outcome;
  };
  return createSqlStore({
    write: async (sql, values) => (await execute(sql, values)).meta.changes ?? 0,
    read: async <Row>(sql: string, values: readonly SqlValue[]) =>
      (await execute<Row>(sql, values)).results,
  });
};
