import { DatabaseSync } from 'node:sqlite';
import { readServerConfig } from '#hosting/machine/config.ts';
import { startServer } from '#hosting/machine/server.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';

export interface SiteUnderTest {
  url: string;
  /** Oldest first, from the database file itself. */
  stored(): { kind: string; fields: Record<string, string> }[];
  /** Renames the table of submissions. @returns what undoes it */
  breakStore(): () => void;
}

export interface RunningSite extends SiteUnderTest {
  stop: () => Promise<void>;
}

export const inspectInbox = (file: string): Pick<SiteUnderTest, 'stored' | 'breakStore'> => {
  const rename = (from: string, to: string): void => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
    database.close();
  };
  return {
    stored: () => {
      const database = new DatabaseSync(file, { readOnly: true });
      const rows = database.prepare('SELECT kind, fields FROM submission ORDER BY id').all();
      database.close();
      return rows.map(({ kind, fields }) => ({
        kind: String(kind),
        fields: JSON.parse(String(fields)) as Record<string, string>,
      }));
    },
    breakStore: () => {
      rename('submission', 'taken_away');
      return () => rename('taken_away', 'submission');
    },
  };
};

/** Serves a built site without a rate limit. */
export const startOnMachine = async (siteDir: string, dataDir: string): Promise<RunningSite> => {
  const server = await startServer(
    readServerConfig({ PORT: '0', DATA_DIR: dataDir, SITE_DIR: siteDir, RATE_LIMIT: '0' }),
  );
  return { ...server, ...inspectInbox(databaseFile(dataDir)) };
};
