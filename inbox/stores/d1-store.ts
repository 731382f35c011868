import { createSqlStore, type SqlValue } from './sql-store.ts';
import type { Store } from './store.ts';

/** What is used of the binding of a D1 database. */
export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[]; meta: { changes: number } }>;
    };
  };
}

/** A store in Cloudflare D1; the schema is put there by `wrangler d1 migrations apply`. */
export const createD1Store = (database: D1Binding): Store =>
  createSqlStore({
    async write(sql, values) {
      const { meta } = await database
        .prepare(sql)
        .bind(...values)
        .run();
      return meta.changes;
    },
    async read<Row>(sql: string, values: readonly SqlValue[]) {
      const { results } = await database
        .prepare(sql)
        .bind(...values)
        .run<Row>();
      return results;
    },
  });
