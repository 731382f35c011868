import { setTimeout } from 'node:timers/promises';
import type { Sql, SqlValue } from './sql.ts';
import { createSqlStore, type Store } from './sql-store.ts';

export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[] }>;
    };
  };
}

/** Whether an error is worth a retry: developers.cloudflare.com/d1/observability/debug-d1/#error-list. */
const isPassing = (cause: unknown): boolean =>
  /Network connection lost|storage caused object to be reset|reset because its code was updated|due to transient issue on remote node|Replica disconnected from primary|because client disconnected/.test(
    String(cause),
  );

/** Milliseconds before the second attempt. */
const pause = 100;

/** Creates a store in D1. `wrangler d1 migrations apply` creates the tables. */
export const createD1Store = (database: D1Binding): Store => {
  const run = async <Row>({ text, values }: Sql, isRepeatable = true): Promise<Row[]> => {
    const ask = () =>
      database
        .prepare(text)
        .bind(...values)
        .run<Row>();
    try {
      return (await ask()).results;
    } catch (cause) {
      if (!isRepeatable || !isPassing(cause)) throw cause;
      await setTimeout(pause);
      return (await ask()).results;
    }
  };
  return createSqlStore({ write: run, read: run, pageSize: 100 });
};
