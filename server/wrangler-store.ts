import { spawn } from 'node:child_process';
import { createSqlStore, type SqlValue } from '../form-backend/sql-store.ts';
import type { Store } from '../form-backend/store.ts';

/** The name of the D1 binding in wrangler.jsonc. */
export const inboxBinding = 'INBOX';

/** wrangler could not do what was asked; the message is its own. */
export class WranglerError extends Error {
  override name = 'WranglerError';
}

/** Runs wrangler and gives what it wrote to its output. @throws WranglerError */
export const runWrangler = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/wrangler/bin/wrangler.js', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', reject);
    child.once('exit', (code) => {
      const said = Buffer.concat(output).toString();
      if (code === 0) resolve(said);
      else reject(new WranglerError(`${Buffer.concat(errors).toString()}\n${said}`.trim()));
    });
  });

/** A value as SQL text: the command line takes no parameters beside the statement. */
const literal = (value: SqlValue): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll("'", "''")}'`;

interface Outcome<Row> {
  results: Row[];
  meta: { changes?: number };
}

/**
 * The inbox in D1, from the owner's machine, with the rights that wrangler has there.
 * @param place `--remote` for what is deployed; `--local` for what `npm run preview:workers` keeps
 */
export const createWranglerStore = (place: '--remote' | '--local'): Store => {
  const execute = async <Row>(sql: string, values: readonly SqlValue[]): Promise<Outcome<Row>> => {
    const rest = [...values];
    const command = sql.replace(/\?/g, () => literal(rest.shift() ?? null));
    const output = await runWrangler([
      'd1',
      'execute',
      inboxBinding,
      place,
      '--json',
      '--command',
      command,
    ]);
    const [outcome] = JSON.parse(output) as Outcome<Row>[];
    if (!outcome) throw new WranglerError(`wrangler gave no result: ${output}`);
    return outcome;
  };
  return createSqlStore({
    write: async (sql, values) => (await execute(sql, values)).meta.changes ?? 0,
    read: async <Row>(sql: string, values: readonly SqlValue[]) =>
      (await execute<Row>(sql, values)).results,
  });
};
