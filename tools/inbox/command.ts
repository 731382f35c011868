import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readServerConfig } from '#hosting/machine/config.ts';
import { WranglerError } from '#hosting/workers/wrangler.ts';
import { submissionKinds } from '#inbox/kinds/index.ts';
import {
  createSqliteStore,
  DatabaseError,
  databaseFile,
  openDatabase,
} from '#inbox/stores/sqlite-store.ts';
import type { ErasureFilter, Store } from '#inbox/stores/store.ts';
import { formatCsv, formatJson, formatTables } from './format.ts';
import { parseTime, UsageError } from './period.ts';
import { sendTestMail, TestMailError } from './test-mail.ts';
import { createWranglerStore } from './wrangler-store.ts';

export interface Terminal {
  write: (text: string) => void;
  writeError: (text: string) => void;
  /** Null where nobody can answer. */
  ask: ((question: string) => Promise<string>) | null;
}

const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
      since: { type: 'string' },
      kind: { type: 'string' },
      undelivered: { type: 'boolean' },
      erase: { type: 'string' },
      'erase-older-than': { type: 'string' },
      yes: { type: 'boolean' },
      'test-mail': { type: 'boolean' },
      host: { type: 'string', default: 'node' },
    },
  });
  return values;
};
type Options = ReturnType<typeof readOptions>;

const readKind = (text: string | undefined) => {
  const kind = submissionKinds.find((known) => known === text);
  if (kind || text === undefined) return kind;
  throw new UsageError(`--kind must be ${submissionKinds.join(', ')}, but is "${text}"`);
};

const readErasure = (options: Options, now: Date): ErasureFilter | null => {
  const { erase, 'erase-older-than': olderThan } = options;
  if (erase === undefined && olderThan === undefined) {
    if (options.yes)
      throw new UsageError('--yes confirms an erasure, and there is none to confirm');
    return null;
  }
  const others = ['json', 'csv', 'since', 'kind', 'undelivered'] as const;
  const other = others.find((name) => options[name] !== undefined);
  if (other) throw new UsageError(`--${other} cannot be combined with an erasure`);
  if (erase !== undefined && olderThan !== undefined) {
    throw new UsageError(
      '--erase and --erase-older-than cannot be combined; run one, then the other',
    );
  }
  if (olderThan !== undefined) {
    return { before: parseTime('--erase-older-than', olderThan, now).toISOString() };
  }
  const id = Number(erase);
  if (!/^\d{1,15}$/.test(erase ?? '')) {
    throw new UsageError(`--erase must be an ID from the inbox, but is "${erase}"`);
  }
  return { id };
};

const confirm = async (question: string, { ask, writeError }: Terminal): Promise<boolean> => {
  if (!ask) {
    writeError(`${question}\nNothing was erased. Add --yes to confirm where nobody can answer.`);
    return false;
  }
  const answer = await ask(`${question} Type yes to erase: `);
  if (answer.trim().toLowerCase() === 'yes') return true;
  writeError('Nothing was erased.');
  return false;
};

const shownBeforeErasure = 20;

const erase = async (
  store: Store,
  filter: ErasureFilter,
  isConfirmed: boolean,
  terminal: Terminal,
): Promise<number> => {
  const all = await store.list();
  const found = all.filter((entry) =>
    'id' in filter ? entry.id === filter.id : entry.receivedAt < filter.before,
  );
  if (found.length === 0) {
    terminal.writeError(
      'id' in filter
        ? `There is nothing with the ID ${filter.id}. Nothing was erased.`
        : `Nothing was received before ${filter.before.slice(0, 10)}. Nothing was erased.`,
    );
    // A yearly erasure may find nothing; a missing ID is a mistake.
    return 'id' in filter ? 1 : 0;
  }
  for (const part of formatTables(found.slice(0, shownBeforeErasure))) terminal.write(part);
  if (found.length > shownBeforeErasure) {
    terminal.write(`… and ${found.length - shownBeforeErasure} more.\n`);
  }
  const count = found.length === 1 ? 'this submission' : `these ${found.length} submissions`;
  if (!isConfirmed && !(await confirm(`Erase ${count} for good?`, terminal))) return 3;
  const erased = await store.erase(filter);
  terminal.write(`Erased: ${erased}.`);
  return 0;
};

const run = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> => {
  const options = readOptions(args);
  const now = new Date();
  const erasure = readErasure(options, now);
  const filter = {
    kind: readKind(options.kind),
    since: options.since && parseTime('--since', options.since, now).toISOString(),
    isUndelivered: options.undelivered,
  };
  if (options.json && options.csv) throw new UsageError('--json and --csv cannot be combined');

  if (options['test-mail']) {
    terminal.write(await sendTestMail(environment, options.host !== 'node'));
    return 0;
  }

  const use = async (store: Store): Promise<number> => {
    if (erasure) return erase(store, erasure, options.yes ?? false, terminal);
    const submissions = await store.list(filter);
    if (options.json) terminal.write(formatJson(submissions));
    else if (options.csv) terminal.write(formatCsv(submissions).trimEnd());
    else for (const part of formatTables(submissions)) terminal.write(part);
    return 0;
  };

  if (options.host !== 'node') {
    if (options.host !== 'workers' && options.host !== 'preview') {
      throw new UsageError(`--host must be node, workers or preview, but is "${options.host}"`);
    }
    return use(createWranglerStore(options.host === 'workers' ? '--remote' : '--local'));
  }
  const file = databaseFile(readServerConfig(environment).dataDir);
  // Reading must not create an inbox.
  const database = openDatabase(existsSync(file) ? file : ':memory:');
  try {
    return await use(createSqliteStore(database));
  } finally {
    // Erased data must leave the write-ahead log too.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
};

/**
 * Lists or erases what visitors have sent.
 * @returns the exit code: 1 for a failure or an unknown ID, 2 for unclear arguments, 3 for an erasure
 *   that was not confirmed
 */
export const runInbox = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> => {
  try {
    return await run(args, environment, terminal);
  } catch (cause) {
    const isArgument = cause instanceof TypeError && 'code' in cause;
    const isUsage = isArgument || cause instanceof UsageError;
    const isKnown =
      isUsage ||
      cause instanceof ConfigError ||
      cause instanceof DatabaseError ||
      cause instanceof TestMailError ||
      cause instanceof WranglerError;
    if (!isKnown) throw cause;
    terminal.writeError(cause.message);
    return isUsage ? 2 : 1;
  }
};
