import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { readServerConfig } from '#hosting/machine/config.ts';
import { startServer } from '#hosting/machine/server.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';

export type RunningSite = Awaited<ReturnType<typeof startOnMachine>>;
export type SiteUnderTest = Omit<RunningSite, 'stop'>;

/** Runs a statement on a database file. */
export const query = (file: string, sql: string): Record<string, SQLOutputValue>[] => {
  using database = new DatabaseSync(file, { timeout: 5000 });
  return database.prepare(sql).all();
};

export const inspectInbox = (file: string) => ({
  /** Oldest first, from the database file itself. */
  stored: () =>
    query(file, 'SELECT kind, fields FROM submission ORDER BY id').map(({ kind, fields }) => ({
      kind: String(kind),
      fields: JSON.parse(String(fields)) as Record<string, string>,
    })),
  /** Returns the sums of all days: `{ 'page_view direct': 2 }`. */
  counted: (): Record<string, number> => {
    const sums = 'SELECT event, label, sum(count) AS count FROM event_count GROUP BY 1, 2';
    const rows = query(file, sums).map(({ event, label, count }) => [`${event} ${label}`, count]);
    return Object.fromEntries(rows);
  },
  /** Renames the table of submissions. @returns what undoes it */
  breakStore: () => {
    query(file, 'ALTER TABLE submission RENAME TO taken_away');
    return () => void query(file, 'ALTER TABLE taken_away RENAME TO submission');
  },
});

/** Serves a built site without a rate limit. @param environment what it was built with */
export const startOnMachine = async (
  SITE_DIR: string,
  DATA_DIR: string,
  { PUBLIC_ANALYTICS_ENDPOINT }: Readonly<Record<string, string>> = {},
) => {
  const environment = { PORT: '0', RATE_LIMIT: '0', SITE_DIR, DATA_DIR, PUBLIC_ANALYTICS_ENDPOINT };
  const server = await startServer(readServerConfig(environment));
  return { ...server, ...inspectInbox(databaseFile(DATA_DIR)) };
};
