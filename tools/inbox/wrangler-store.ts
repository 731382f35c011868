import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stripVTControlCharacters } from 'node:util';
import { askWrangler, inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import { createSqlStore, type SqlValue } from '#inbox/stores/sql-store.ts';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import {
  backUp,
  countRestored,
  keepLarger,
  numberFrom,
  openCopy,
  type Restored,
  replacedFile,
  withDatabase,
  withFolder,
} from './backup.ts';

/** wrangler's options that say which D1; `--local` is that of `npm run preview:workers`. */
export type WranglerPlace = readonly ['--remote' | '--local', ...options: string[]];

/** What wrangler 4 says, and what to do. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not (?:logged in|authenticated)|Authentication error|wrangler login/i,
    'wrangler is not logged in to Cloudflare. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN',
  ],
  [/CLOUDFLARE_ACCOUNT_ID/, 'There is more than one Cloudflare account. Set CLOUDFLARE_ACCOUNT_ID'],
  [
    /fetch failed|Unable to resolve|ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|network/i,
    'Cloudflare cannot be reached. Check the network, then try again',
  ],
  [
    /no such (?:table|column)|has no column|Couldn't find (?:a|an auto-provisioned) D1 DB/i,
    'There is no inbox on Workers yet, or it is older than this version of the site. npm run deploy makes it and brings it up to date; npm run preview:workers does the same for the preview',
  ],
];

/** What went wrong, in a sentence without wrangler's colors, stack, and log. */
export const explain = (said: string): string => {
  const text = stripVTControlCharacters(said);
  const known = explanations.find(([pattern]) => pattern.test(text));
  if (known) return `${known[1]}.`;
  // With --json as JSON, else after a mark.
  const [, quoted] = /"text": ("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  const message = quoted
    ? String(JSON.parse(quoted))
    : (/\[ERROR\]\s*(.+)/.exec(text)?.[1] ?? text);
  return `wrangler failed: ${message.split(/\n\s+at |\n*🪵/)[0]?.trim()}`;
};

const ask = async (args: readonly string[]): Promise<string> => {
  try {
    return await askWrangler(['d1', ...args]);
  } catch (cause) {
    if (!(cause instanceof WranglerError)) throw cause;
    throw new WranglerError(explain(cause.message), { cause });
  }
};

/** wrangler's command line and files take no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll("'", "''")}'`;

/** The inbox in D1. Its methods reject with a WranglerError. */
export const createWranglerStore = (place: WranglerPlace): Store => {
  const execute = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> => {
    const rest = [...values];
    const command = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    const output = await ask(['execute', inboxBinding, ...place, '--json', '--command', command]);
    const [outcome] = JSON.parse(output) as { results: Row[] }[];
    if (!outcome) throw new WranglerError(`wrangler gave no result: ${output}`);
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute, pageSize: 1000 });
};

/** D1's own list of the migrations it has had becomes SQLite's. */
const fromExport = (sql: string, file: string): void => {
  withDatabase(new DatabaseSync(file), (database) => {
    database.exec(sql);
    const tables =
      "SELECT count(*) FROM sqlite_master WHERE name IN ('d1_migrations', 'submission')";
    if (numberFrom(database, tables) < 2) {
      throw new WranglerError('There is no inbox on Workers yet. npm run deploy makes it.');
    }
    const version = numberFrom(database, 'SELECT count(*) FROM d1_migrations');
    database.exec(`DROP TABLE d1_migrations; PRAGMA user_version = ${version}`);
  });
  openDatabase(file).close();
};

/**
 * Writes what is in D1 to a new SQLite file, as the backup of a machine is. While D1 is exported, it
 * answers nobody (developers.cloudflare.com/d1/best-practices/import-export-data).
 * @returns how many submissions are in the file
 * @throws WranglerError or BackupError, and then there is no new file
 */
export const backUpWorkers = (place: WranglerPlace, file: string): Promise<number> =>
  withFolder(async (folder) => {
    const sql = join(folder, 'export.sql');
    await ask(['export', inboxBinding, ...place, '--skip-confirmation', '--output', sql]);
    const copy = join(folder, 'export.sqlite');
    fromExport(readFileSync(sql, 'utf8'), copy);
    return backUp(copy, file);
  });

/** Characters. With four bytes each, less than D1's 100 KB for a statement (…/d1/platform/limits). */
const pieceLength = 20_000;

/** Statements that add a row; long fields come in pieces. */
const insertion = (row: Record<string, SqlValue>): string[] => {
  const [first = '', ...rest] =
    String(row.fields).match(new RegExp(`.{1,${pieceLength}}`, 'gsu')) ?? [];
  const values = Object.values({ ...row, fields: first }).map(literal);
  return [
    `INSERT INTO submission (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')});`,
    ...rest.map(
      (piece) => `UPDATE submission SET fields = fields || ${literal(piece)} WHERE id = ${row.id};`,
    ),
  ];
};

/** Rows of a statement; each has less than 200 characters. */
const countsAtOnce = 200;

/** Statements that bring counts back. */
const countInsertions = (rows: readonly Record<string, SqlValue>[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / countsAtOnce) }, (_, index) => {
    const some = rows.slice(index * countsAtOnce, (index + 1) * countsAtOnce);
    const values = some.map((row) => `(${Object.values(row).map(literal).join(', ')})`);
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    return `INSERT INTO event_count (${columns}) VALUES ${values.join(', ')} ${keepLarger};`;
  });

/**
 * Puts what is in a backup in the place of what is in D1, which is kept in `dataDir`; of counts the
 * larger stays. What arrives meanwhile stays: only what was exported is erased.
 * @throws WranglerError or BackupError, with D1 as it was
 */
export const restoreWorkers = (
  place: WranglerPlace,
  file: string,
  dataDir: string,
  now: Date,
): Promise<Restored> =>
  withFolder(async (folder) => {
    const sql = join(folder, 'restore.sql');
    const lines: string[] = [];
    const restored = withDatabase(openCopy(file, folder), (backup) => {
      for (const row of backup.prepare('SELECT * FROM submission').iterate()) {
        lines.push(...insertion(row as Record<string, SqlValue>));
      }
      const counts = backup.prepare('SELECT * FROM event_count').all();
      lines.push(...countInsertions(counts as Record<string, SqlValue>[]));
      return countRestored(backup);
    });
    const replaced = replacedFile(dataDir, now);
    const count = await backUpWorkers(place, replaced);
    const last = withDatabase(new DatabaseSync(replaced, { readOnly: true }), (database) =>
      numberFrom(database, "SELECT seq FROM sqlite_sequence WHERE name = 'submission'"),
    );
    lines.unshift(`DELETE FROM submission WHERE id <= ${last};`);
    writeFileSync(sql, lines.join('\n'));
    try {
      await ask(['execute', inboxBinding, ...place, '--yes', '--file', sql]);
    } catch (cause) {
      // It can have failed after D1 took it.
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new WranglerError(`${message} What was in the inbox before is in ${replaced}.`, {
        cause,
      });
    }
    return { ...restored, replaced: { count, file: replaced } };
  });
