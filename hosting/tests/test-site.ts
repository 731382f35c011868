import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { readServerConfig } from '#hosting/machine/config.ts';
import { startServer } from '#hosting/machine/server.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';

export interface SiteUnderTest {
  url: string;
  /** Oldest first, from the database file itself. */
  stored(): { kind: string; fields: Record<string, string> }[];
  /** How often, of all days: `{ 'page_view direct': 2 }`. */
  counted(): Record<string, number>;
  /** Renames the table of submissions. @returns what undoes it */
  breakStore(): () => void;
}

export interface RunningSite extends SiteUnderTest {
  stop: () => Promise<void>;
}

/** Runs a statement on a database file. */
export const query = (file: string, sql: string): Record<string, SQLOutputValue>[] => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

export const inspectInbox = (
  file: string,
): Pick<SiteUnderTest, 'stored' | 'counted' | 'breakStore'> => {
  return {
    stored: () =>
      query(file, 'SELECT kind, fields FROM submission ORDER BY id').map(({ kind, fields }) => ({
        kind: String(kind),
        fields: JSON.parse(String(fields)),
      })),
    counted: () =>
      Object.fromEntries(
        query(file, 'SELECT event, label, sum(count) AS count FROM event_count GROUP BY 1, 2').map(
          ({ event, label, count }) => [`${event} ${label}`, Number(count)],
        ),
      ),
    breakStore: () => {
      query(file, 'ALTER TABLE submission RENAME TO taken_away');
      return () => void query(file, 'ALTER TABLE taken_away RENAME TO submission');
    },
  };
};

/** Serves a built site without a rate limit. @param environment what it was built with */
export const startOnMachine = async (
  siteDir: string,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningSite> => {
  const { PUBLIC_ANALYTICS_ENDPOINT } = environment;
  const server = await startServer(
    readServerConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      SITE_DIR: siteDir,
      RATE_LIMIT: '0',
      PUBLIC_ANALYTICS_ENDPOINT,
    }),
  );
  return { ...server, ...inspectInbox(databaseFile(dataDir)) };
};
