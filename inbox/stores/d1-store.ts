import { setTimeout } from 'node:timers/promises';
import type { Sql, SqlValue } from './sql.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[] }>;
    };
  };
}

/** Cloudflare's errors that are worth a retry: developers.cloudflare.com/d1/observability/debug-d1/#error-list. */
const isPassing = (cause: unknown): boolean =>
  /Network connection lost|storage caused object to be reset|reset because its code was updated|due to transient issue on remote node|Replica disconnected from primary|because client disconnected/.test(
    String(cause),
  );

/** Milliseconds before the second attempt. */
const pause = 100;

/** `wrangler d1 migrations apply` makes the tables. */
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
  const store = createSqlStore({ write: run, read: run, pageSize: 100 });
  return {
    ...store,
    // With a key, a second attempt finds what the first has stored.
    add: ({ idempotencyKey, ...submission }) =>
      store.add({ ...submission, idempotencyKey: idempotencyKey ?? crypto.randomUUID() }),
  };
};
