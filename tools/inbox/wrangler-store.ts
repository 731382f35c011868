import { stripVTControlCharacters } from 'node:util';
import { askWrangler, inboxBinding, WranglerError } from '#hosting/workers/wrangler.ts';
import type { Sql, SqlValue } from '#inbox/stores/sql.ts';
import { createSqlStore, type Store } from '#inbox/stores/sql-store.ts';

const remedies =
  'If it is not logged in: npx wrangler login. If there is no inbox yet, or an older one: npm run publish, or for the preview npm run preview:workers.';

/** Returns what wrangler printed. @throws WranglerError with a sentence, without colors, stack and log */
export const ask = (args: readonly string[]): Promise<string> =>
  askWrangler(args).catch((cause: WranglerError) => {
    const text = stripVTControlCharacters(cause.message);
    // With --json, wrangler prints errors as JSON, otherwise after a mark.
    const [, message = text] = /(?:"text": "|\[ERROR\]\s*)((?:[^"\\\n]|\\.)+)/.exec(text) ?? [];
    throw new WranglerError(`wrangler failed: ${message.trim().replace(/\.$/, '')}. ${remedies}`);
  });

/** Puts the parameters into the statement, because wrangler's command line takes none. */
const literal = (value: SqlValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();

/**
 * The inbox in D1. Its methods reject with a WranglerError.
 * @param place wrangler's options that select D1; `--local` is that of `npm run preview:workers`
 */
export const createWranglerStore = (place: readonly string[]): Store => {
  const execute = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    const rest = [...values];
    const command = text.replace(/\?/g, () => literal(rest.shift() ?? null));
    const statement = ['d1', 'execute', inboxBinding, ...place, '--json', '--command', command];
    const [outcome] = JSON.parse(await ask(statement)) as [{ results: Row[] }];
    return outcome.results;
  };
  return createSqlStore({ write: execute, read: execute, pageSize: 1000 });
};
