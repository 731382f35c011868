import type { Sql, SqlValue } from './sql.ts';
import { createSqlStore, type Store } from './sql-store.ts';

export interface D1Binding {
  prepare(sql: string): {
    bind(...values: SqlValue[]): {
      run<Row>(): Promise<{ results: Row[] }>;
    };
  };
}

/** Creates a store in D1. `wrangler d1 migrations apply` creates the tables. */
export const createD1Store = (database: D1Binding): Store => {
  const run = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    const statement = database.prepare(text).bind(...values);
    return (await statement.run<Row>()).results;
  };
  return createSqlStore({ write: run, read: run, pageSize: 100 });
};
