import { readdirSync, readFileSync } from 'node:fs';
import { getPlatformProxy } from 'wrangler';
import { createD1Store } from '#inbox/stores/d1-store.ts';
import type { Store } from '#inbox/stores/sql-store.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { WorkerEnvironment } from '../workers/worker.ts';

export type StoreUnderTest = { store: Store; close: () => Promise<void> };

const openSqlite = async (): Promise<StoreUnderTest> => {
  const database = openDatabase(':memory:');
  return { store: createSqliteStore(database), close: async () => database.close() };
};

const migrations = 'inbox/stores/migrations';

const openD1 = async (): Promise<StoreUnderTest> => {
  const { env, dispose } = await getPlatformProxy<WorkerEnvironment>({
    configPath: 'wrangler.jsonc',
    persist: false,
    envFiles: [],
  });
  for (const file of readdirSync(migrations).sort()) {
    const sql = readFileSync(`${migrations}/${file}`, 'utf8').replace(/^--.*$/gm, '');
    for (const statement of sql.split(/;\s*$/m).filter((text) => text.trim() !== '')) {
      await env.INBOX.prepare(statement).bind().run();
    }
  }
  return { store: createD1Store(env.INBOX), close: dispose };
};

/** Each opens an empty store. */
export const stores = { SQLite: openSqlite, D1: openD1 } as const;
