import { accessSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { readServerConfig } from '#hosting/machine/config.ts';
import { type Environment, workerVariables } from '#hosting/variables.ts';
import type { Store } from '#inbox/stores/sql-store.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { ExplainedError } from '#model/mistake.ts';
import { UsageError } from '../options.ts';
import { type Context, type Options, type Subcommand, text } from '../subcommands.ts';
import { createWranglerStore } from './wrangler-store.ts';

const hosts = ['workers', 'preview'];
export const host = text('HOST', 'workers or preview: the site on Workers, or its preview', hosts);

/** Returns the delivery of submissions that is configured here. @throws ExplainedError */
export const readDelivery = (host: string | undefined, environment: Environment) =>
  readServerConfig(host ? workerVariables(environment) : environment).delivery;

/** Returns the file of this machine's inbox. @throws ExplainedError if there is none, or if it is another user's */
export const inboxFile = (environment: Environment): string => {
  const file = databaseFile(readServerConfig(environment).dataDir);
  try {
    accessSync(file);
    return file;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ExplainedError(
      code === 'ENOENT'
        ? `There is no inbox: ${file} is missing. Start the site, which creates it, or correct DATA_DIR.`
        : `The inbox ${file} cannot be opened (${code}). Use the command as the user that runs the site, or correct DATA_DIR.`,
    );
  }
};

export interface InboxContext extends Context {
  store: Store;
  host: string | undefined;
}

/** Makes a subcommand whose `run` gets the inbox of `--host`. */
export const onInbox = <Table extends Options>(
  row: Subcommand<Table, InboxContext>,
): Subcommand => {
  const { run }: Subcommand<Options, InboxContext> = row;
  return {
    ...row,
    options: { ...row.options, host },
    run: async ({ host: named, ...values }, argument, context) => {
      const host = named?.toString();
      using database = host
        ? null
        : openDatabase(inboxFile(context.environment), { toWrite: false });
      const store = database
        ? createSqliteStore(database)
        : createWranglerStore([host === 'workers' ? '--remote' : '--local']);
      return await run(values, argument, { ...context, host, store });
    },
  };
};

/** Parses a date, or a period before today (UTC). @throws UsageError */
export const parseDate = (option: string, text: string, now: Date): Temporal.PlainDate => {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  if (/^\d{1,4}[dwmy]$/.test(text)) return today.subtract(`P${text.toUpperCase()}`);
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw new UsageError(
      `${option} must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "${text}"`,
    );
  }
};
