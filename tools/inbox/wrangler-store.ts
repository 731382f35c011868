import { stripVTControlCharacters } from 'node:util';
import { askWrangler, inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import { createSqlStore, type SqlValue } from '#inbox/stores/sql-store.ts';
import type { Store } from '#inbox/stores/store.ts';

/** What wrangler 4 prints, and what to do. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not (?:logged in|authenticated)|Authentication error/i,
    'wrangler is not logged in to Cloudflare. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
  ],
  [
    /no such (?:table|column)|has no column|Couldn't find .* D1 DB/i,
    'There is no inbox on Workers yet, or it is older than this version of the site. npm run publish makes it and brings it up to date; npm run preview:workers does the same for the preview.',
  ],
];

/** Returns what wrangler printed. @throws WranglerError with a sentence, without colors, stack and log */
export const ask = async (args: readonly string[]): Promise<string> => {
  try {
    return await askWrangler(args);
  } catch (cause) {
    if (!(cause instanceof WranglerError)) throw cause;
    const text = stripVTControlCharacters(cause.message);
    // With --json as JSON, else after a mark.
    const [, said = text] = /(?:"text": "|\[ERROR\]\s*)((?:[^"\\\n]|\\.)+)/.exec(text) ?? [];
    const [, known] = explanations.find(([pattern]) => pattern.test(text)) ?? [];
    throw new WranglerError(known ?? `wrangler failed: ${said.trim()}`, { cause });
  }
};

/** wrangler's command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();

/**
 * The inbox in D1. Its methods reject with a WranglerError.
 * @param place wrangler's options that say which D1; `--local` is that of `npm run preview:workers`
 */
export const createWranglerStore = (place: readonly string[]): Store => {
  const execute = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> => {
    const rest = [...values];
    const command = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    const statement = ['d1', 'execute', inboxBinding, ...place, '--json', '--command', command];
    const [outcome] = JSON.parse(await ask(statement)) as { results: Row[] }[];
    if (!outcome) throw new WranglerError('wrangler gave no result');
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute, pageSize: 1000 });
};
