import { DatabaseSync } from 'node:sqlite';
import { readServerConfig } from '../server/config.ts';
import { databaseFile, startServer } from '../server/node.ts';

/** A site under test: its address, and what it has really stored. */
export interface SiteUnderTest {
  url: string;
  /** The fields of everything stored, oldest first, read from the database file itself. */
  stored(): { kind: string; fields: Record<string, string> }[];
}

export interface RunningSite extends SiteUnderTest {
  stop: () => Promise<void>;
}

/** Everything stored in a database, read from its file while the site goes on writing it. */
export const readStored = (file: string): ReturnType<SiteUnderTest['stored']> => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT kind, fields FROM submission ORDER BY id').all();
  database.close();
  return rows.map(({ kind, fields }) => ({
    kind: String(kind),
    fields: JSON.parse(String(fields)) as Record<string, string>,
  }));
};

/** Serves a built site with its form backend from this machine, with no limit on what tests send. */
export const startOnMachine = async (siteDir: string, dataDir: string): Promise<RunningSite> => {
  const server = await startServer(
    readServerConfig({ PORT: '0', DATA_DIR: dataDir, SITE_DIR: siteDir, RATE_LIMIT: '0' }),
  );
  return { ...server, stored: () => readStored(databaseFile(dataDir)) };
};
