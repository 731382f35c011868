import { existsSync } from 'node:fs';
import { readServerConfig } from '#hosting/machine/config.ts';
import { type Environment, workerVariables } from '#hosting/variables.ts';
import type { DeliveryConfig } from '#inbox/delivery/delivery.ts';
import {
  createSqliteStore,
  DatabaseError,
  databaseFile,
  openDatabase,
} from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { CommandError } from '../options.ts';
import { type Context, type Options, type Subcommand, text, type Values } from '../subcommands.ts';
import { createWranglerStore } from './wrangler-store.ts';

export const hostOption = text('HOST', 'workers or preview: the site on Workers, or its preview', [
  'workers',
  'preview',
]);

/** Returns how the site delivers submissions, as it is configured here. @throws ConfigError */
export const readDelivery = (
  host: string | undefined,
  environment: Environment,
): DeliveryConfig | null =>
  readServerConfig(host === undefined ? environment : workerVariables(environment)).delivery;

/** Returns the file of this machine's inbox. @throws CommandError when there is none */
export const inboxFile = (environment: Environment): string => {
  const file = databaseFile(readServerConfig(environment).dataDir);
  if (existsSync(file)) return file;
  const { DATA_DIR } = environment;
  const start = DATA_DIR ? `DATA_DIR is "${DATA_DIR}": correct it, or start` : 'Start';
  throw new CommandError(
    `There is no inbox, since ${file} is missing. ${start} the site, which makes it.`,
  );
};

export interface InboxContext extends Context {
  store: Store;
  host: string | undefined;
}

/** A row whose `run` gets the inbox of `--host`. */
interface InboxRow<Table extends Options = Options> extends Omit<Subcommand<Table>, 'run'> {
  run(values: Values<Table>, argument: string | undefined, context: InboxContext): Promise<void>;
}

/** Makes a row that opens the inbox. */
export const onInbox = <const Table extends Options>(row: InboxRow<Table>): Subcommand => {
  const { run }: InboxRow = row;
  return {
    ...row,
    options: { ...row.options, host: hostOption },
    run: async (values, argument, context) => {
      const host = values.host === undefined ? undefined : String(values.host);
      if (host !== undefined) {
        const store = createWranglerStore([host === 'workers' ? '--remote' : '--local']);
        return run(values, argument, { ...context, host, store });
      }
      using database = openDatabase(inboxFile(context.environment), { toWrite: false });
      try {
        await run(values, argument, { ...context, host, store: createSqliteStore(database) });
      } catch (cause) {
        // SQLite undoes a statement that fails.
        if (!(cause instanceof Error && 'errcode' in cause)) throw cause;
        const why = `The inbox cannot be written: ${cause.message}.`;
        throw new DatabaseError(`${why} Nothing was changed.`);
      }
    },
  };
};
