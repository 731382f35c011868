import { existsSync } from 'node:fs';
import { findDeliveryMistake, readDelivery } from '#hosting/delivery.ts';
import { ConfigError, readServerConfig } from '#hosting/machine/config.ts';
import { type Environment, findMistakes, workerVariables } from '#hosting/variables.ts';
import { WranglerError } from '#hosting/workers/wrangler.ts';
import type { DeliveryConfig } from '#inbox/delivery/delivery.ts';
import { createSqliteStore, DatabaseError, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { UsageError } from '../options.ts';
import type { Command } from '../terminal.ts';
import { BackupError } from './backup.ts';
import { OutputError } from './output-file.ts';
import type { WranglerPlace } from './wrangler-store.ts';

/** Where the inbox is that `--host` names: a D1, or null for this machine. @throws UsageError */
export const readPlace = (host = 'node'): WranglerPlace | null => {
  if (host === 'node') return null;
  if (host === 'workers') return ['--remote'];
  if (host === 'preview') return ['--local'];
  throw new UsageError(`--host must be node, workers or preview, but is "${host}"`);
};

/**
 * How the site of an inbox tells of submissions, as it is set here; what Workers would be given, for those.
 * @throws ConfigError
 */
export const readDeliveryOf = (
  place: WranglerPlace | null,
  environment: Environment,
): DeliveryConfig | null => {
  if (!place) return readServerConfig(environment).delivery;
  const set = workerVariables(environment);
  const mistake =
    findMistakes('worker', set)[0] ?? findDeliveryMistake(set, ['RESEND_API_KEY']) ?? null;
  if (mistake) throw new ConfigError(mistake.message);
  return readDelivery(set);
};

/** A sentence when there should be an inbox and is none; a folder that somebody named should have one. */
export const findMissingInbox = (
  file: string,
  { DATA_DIR }: Record<string, string | undefined>,
  isNeeded = false,
): string | null => {
  if (existsSync(file) || !(isNeeded || DATA_DIR !== undefined)) return null;
  const advice =
    DATA_DIR === undefined ? 'Start' : `DATA_DIR is "${DATA_DIR}": correct it, or start`;
  return `There is no inbox, since ${file} is missing. ${advice} the site, which makes it.`;
};

/** Runs `use` with the inbox in a file; without the file it is empty, since reading must not make one. */
export const withInbox = async <Result>(
  file: string,
  use: (store: Store) => Promise<Result>,
): Promise<Result> => {
  const database = openDatabase(existsSync(file) ? file : ':memory:', { toWrite: false });
  try {
    return await use(createSqliteStore(database));
  } finally {
    database.close();
  }
};

/** A command that says what went wrong in a sentence: 1 when it could not, 2 when it did not understand. */
export const inSentences =
  (run: Command): Command =>
  async (args, environment, terminal) => {
    try {
      return await run(args, environment, terminal);
    } catch (cause) {
      const isUsage = cause instanceof UsageError;
      const isKnown =
        isUsage ||
        cause instanceof BackupError ||
        cause instanceof ConfigError ||
        cause instanceof DatabaseError ||
        cause instanceof OutputError ||
        cause instanceof WranglerError;
      if (!isKnown) throw cause;
      terminal.writeError(cause.message);
      return isUsage ? 2 : 1;
    }
  };
