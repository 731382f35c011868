import { createSqlStore, type SqlValue } from './sql-store.ts';
import type { Store } from './store.ts';

export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[] }>;
    };
  };
}

/** `wrangler d1 migrations apply` makes the tables. */
export const createD1Store = (database: D1Binding): Store => {
  const run = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> =>
    (
      await database
        .prepare(sql)
        .bind(...values)
        .run<Row>()
    ).results;
  return createSqlStore({ write: run, read: run });
};
