import { createSqlStore, type SqlValue } from './sql-store.ts';
import type { Store } from './store.ts';

export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[]; meta: { changes: number } }>;
    };
  };
}

/** `wrangler d1 migrations apply` makes the tables. */
export const createD1Store = (database: D1Binding): Store => {
  const run = <Row>(sql: string, values: readonly SqlValue[]) =>
    database
      .prepare(sql)
      .bind(...values)
      .run<Row>();
  return createSqlStore({
    write: async (sql, values) => (await run(sql, values)).meta.changes,
    read: async <Row>(sql: string, values: readonly SqlValue[]) =>
      (await run<Row>(sql, values)).results,
    pageSize: 100,
  });
};
