import { readServerConfig } from '#hosting/machine/config.ts';
import type { Environment } from '#hosting/variables.ts';
import { reachesVisitors } from '#inbox/delivery/delivery.ts';
import { submissionKinds } from '#inbox/kinds/index.ts';
import { printable } from '#inbox/printable.ts';
import { DatabaseError, databaseFile } from '#inbox/stores/sqlite-store.ts';
import type { ErasureFilter, Store, SubmissionFilter } from '#inbox/stores/store.ts';
import { wrapWords } from '#inbox/wrap.ts';
import { parseOptions, UsageError } from '../options.ts';
import { type Command, type Terminal, widthOf } from '../terminal.ts';
import { backUp, type Restored, restore } from './backup.ts';
import { type ChangeContext, cancelBooking, moveBooking, parseBookedTime } from './bookings.ts';
import { formatCsv, formatJson, formatLine, formatList, formatMessage } from './format.ts';
import { writeTo } from './output-file.ts';
import { parseTime } from './period.ts';
import { findMissingInbox, inSentences, readDeliveryOf, readPlace, withInbox } from './place.ts';
import { backUpWorkers, createWranglerStore, restoreWorkers } from './wrangler-store.ts';

/** Submissions that a terminal shows at first. */
const shownAtFirst = 20;
/** Submissions that are named before they are erased. */
const shownBeforeErasure = 5;

const optionTable = {
  all: { type: 'boolean', help: `all of them; a terminal shows ${shownAtFirst} at first` },
  since: { type: 'string', value: 'WHEN', help: 'a date (2026-01-31), or 7d, 2w, 3m, 2y ago' },
  kind: { type: 'string', value: 'KIND', help: `${submissionKinds.join(', ')}` },
  undelivered: { type: 'boolean', help: 'what could not be delivered yet, and why' },
  json: { type: 'boolean', help: 'everything, exactly as it was typed' },
  csv: { type: 'boolean', help: 'for a spreadsheet' },
  output: {
    type: 'string',
    value: 'FILE',
    help: 'where to write that, in place of what is there',
  },
  answered: { type: 'string', value: 'ID', help: 'mark it as answered' },
  'not-answered': { type: 'string', value: 'ID', help: 'take that mark away' },
  cancel: { type: 'string', value: 'ID', help: 'cancel a booked time, which is free again' },
  move: { type: 'string', value: 'ID', help: 'give it another time' },
  to: { type: 'string', value: 'TIME', help: 'with --move: "2026-01-31 14:30", by your clock' },
  erase: { type: 'string', value: 'ID', help: 'erase it for good; asks before' },
  'erase-older-than': { type: 'string', value: 'WHEN', help: 'the same for all before that' },
  yes: { type: 'boolean', help: 'erase without asking' },
  backup: { type: 'string', value: 'FILE', help: 'copy the inbox to a new file' },
  restore: {
    type: 'string',
    value: 'FILE',
    help: 'bring a backup back, and keep what it replaces',
  },
  'test-mail': { type: 'boolean', help: 'send you one mail, and say what happened' },
  host: { type: 'string', value: 'HOST', help: 'workers or preview: the inbox on Workers' },
  help: { type: 'boolean', help: 'this' },
} as const;

const usage = [
  'npm run inbox               what arrived, newest first',
  'npm run inbox -- ID         one of them, whole',
  'npm run inbox -- OPTIONS',
  '',
  ...Object.entries(optionTable).map(([name, option]) => {
    const value = 'value' in option ? ` ${option.value}` : '';
    return `  ${`--${name}${value}`.padEnd(24)}  ${option.help}`;
  }),
].join('\n');

const readOptions = (args: readonly string[], environment: Environment) => {
  const { values, positionals } = parseOptions(
    { args: [...args], options: optionTable, allowPositionals: true },
    environment,
    'npm run inbox -- --help names all options',
  );
  return { ...values, positionals };
};
type Options = ReturnType<typeof readOptions>;

const readKind = (text: string | undefined) => {
  const kind = submissionKinds.find((known) => known === text);
  if (kind || text === undefined) return kind;
  throw new UsageError(`--kind must be ${submissionKinds.join(', ')}, but is "${text}"`);
};

const readId = (what: string, text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${what} must be an ID from the inbox, but is "${text}"`);
};

const actions = [
  'answered',
  'not-answered',
  'cancel',
  'move',
  'erase',
  'erase-older-than',
  'backup',
  'restore',
  'test-mail',
] as const;
const filters = ['all', 'since', 'kind', 'undelivered'] as const;

/** Options that say different things to do. @throws UsageError */
const checkCombination = (options: Options): void => {
  const [id, second] = options.positionals;
  if (second !== undefined) throw new UsageError(`"${second}" is one ID too many; name one`);
  const given = (names: readonly (keyof typeof optionTable)[]): string[] =>
    names.filter((name) => options[name] !== undefined).map((name) => `--${name}`);
  const formats = given(['json', 'csv']);
  const toDo = [...(id === undefined ? [] : [id]), ...given(actions)];
  // One ID can be had in every format.
  const others = given(filters).concat(id === undefined && toDo.length === 1 ? formats : []);
  const [first, other] =
    formats.length > 1 ? formats : [...toDo, ...(toDo.length > 0 ? others : [])];
  if (first && other) throw new UsageError(`${first} and ${other} cannot be combined`);
  if (options.output !== undefined && formats.length === 0) {
    throw new UsageError('--output FILE belongs to --json or --csv');
  }
  if (options.yes && options.erase === undefined && options['erase-older-than'] === undefined) {
    throw new UsageError('--yes confirms an erasure, and there is none to confirm');
  }
  if ((options.move === undefined) !== (options.to === undefined)) {
    throw new UsageError('--move ID and --to TIME belong together');
  }
};

const readErasure = (options: Options, now: Date): ErasureFilter | null => {
  const { erase, 'erase-older-than': olderThan } = options;
  if (erase !== undefined) return { id: readId('--erase', erase) };
  if (olderThan === undefined) return null;
  return { before: parseTime('--erase-older-than', olderThan, now).toISOString() };
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

/** SQLite undoes a statement that fails. @param what such as `erased` @throws DatabaseError */
const orNothing = async <Result>(what: string, write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write();
  } catch (cause) {
    const isFromSqlite =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR';
    if (!isFromSqlite) throw cause;
    throw new DatabaseError(`The inbox cannot be written: ${cause.message}. Nothing was ${what}.`, {
      cause,
    });
  }
};

/** What one run needs. */
interface Run {
  store: Store;
  terminal: Terminal;
  width: number;
  now: Date;
  /** Of the inbox on this machine. */
  file: string;
}

const nothingWith = (id: number): string => `There is nothing with the ID ${id}.`;

const erase = async (
  { store, terminal, width, now, file }: Run,
  filter: ErasureFilter,
  isConfirmed: boolean,
): Promise<number> => {
  const found = await store.count(filter);
  if (found === 0) {
    terminal.writeError(
      'id' in filter
        ? `${nothingWith(filter.id)} Nothing was erased.`
        : `Nothing was received before ${filter.before.slice(0, 10)}. Nothing was erased.`,
    );
    // A yearly erasure may find nothing; a missing ID is a mistake.
    return 'id' in filter ? 1 : 0;
  }
  for await (const page of store.pages(filter, shownBeforeErasure)) {
    for (const submission of page) await terminal.write(`${formatLine(submission, now, width)}\n`);
  }
  if (found > shownBeforeErasure) {
    await terminal.write(`… and ${found - shownBeforeErasure} more, all of them older.\n`);
  }
  const count = found === 1 ? 'this submission' : `these ${found} submissions`;
  if (!isConfirmed && !(await confirm(`Erase ${count} for good?`, terminal))) return 3;
  const erased = await orNothing('erased', () => store.erase(filter));
  await terminal.write(`Erased: ${erased.count}.\n`);
  if (!erased.isGone) {
    await terminal.write(
      `Another program reads the inbox, so the text stays in ${file}-wal until that has ended, and the site has tidied up, within an hour.\n`,
    );
  }
  return 0;
};

const mark = async ({ store, terminal }: Run, id: number, time: string | null): Promise<number> => {
  if (await orNothing('changed', () => store.setAnswered(id, time))) {
    await terminal.write(`${id} is ${time === null ? 'not ' : ''}answered.\n`);
    return 0;
  }
  terminal.writeError(nothingWith(id));
  return 1;
};

/** @returns null when no booking is to be changed. @throws UsageError */
const readChange = ({ cancel, move, to = '' }: Options) => {
  if (cancel !== undefined) {
    const id = readId('--cancel', cancel);
    return (context: ChangeContext) => cancelBooking(context, id);
  }
  if (move === undefined) return null;
  const [id, start] = [readId('--move', move), parseBookedTime(to)] as const;
  return (context: ChangeContext) => moveBooking(context, id, start);
};

const sayChange = async (
  run: Run,
  change: NonNullable<ReturnType<typeof readChange>>,
  isMailed: boolean,
): Promise<number> => {
  const { isDone, sentence } = await orNothing('changed', () => change({ ...run, isMailed }));
  const lines = wrapWords(sentence, run.width).join('\n');
  if (isDone) await run.terminal.write(`${lines}\n`);
  else run.terminal.writeError(lines);
  return isDone ? 0 : 1;
};

const nothingFound = ({ id, kind, since, isUndelivered }: SubmissionFilter): string => {
  if (id !== undefined) return nothingWith(id);
  const parts = [
    ...(isUndelivered ? ['undelivered'] : []),
    ...(kind === undefined ? [] : [`of the kind ${kind}`]),
    ...(since === undefined ? [] : [`as new as ${since.slice(0, 10)}`]),
  ];
  if (parts.length === 0) return 'The inbox is empty: nothing has arrived yet.';
  return `Nothing is ${parts.join(' and ')}.`;
};

const show = async (run: Run, filter: SubmissionFilter, options: Options): Promise<number> => {
  const { store, terminal, width, now } = run;
  const isLooking = terminal.columns !== null;
  if (options.json || options.csv) {
    const pages = store.pages(filter);
    const { json, output } = options;
    const isShown = isLooking && output === undefined;
    const parts = json ? formatJson(pages) : formatCsv(pages, isShown ? printable : undefined);
    await writeTo(output, parts, terminal);
    return 0;
  }
  const isLimited = isLooking && !options.all && filter.since === undefined;
  const limit = isLimited ? shownAtFirst : Number.POSITIVE_INFINITY;
  let shown = 0;
  const unmarked: string[] = [];
  const pages = async function* () {
    for await (const page of store.pages(filter, limit)) {
      yield page;
      shown += page.length;
      const unseen = page.filter(({ seenAt }) => seenAt === null).map(({ id }) => id);
      if (!isLooking || unseen.length === 0 || unmarked.length > 0) continue;
      try {
        await orNothing('marked as seen', () => store.markSeen(unseen, now.toISOString()));
      } catch (cause) {
        // What is there can be read all the same.
        if (!(cause instanceof DatabaseError)) throw cause;
        unmarked.push(cause.message);
      }
    }
  };
  if (filter.id === undefined) {
    for await (const part of formatList(pages(), now, width)) await terminal.write(part);
  } else {
    for await (const [submission] of pages()) {
      if (submission) await terminal.write(formatMessage(submission, now, width));
    }
  }
  if (shown === 0) {
    if (filter.id === undefined) await terminal.write(`${nothingFound(filter)}\n`);
    else terminal.writeError(nothingFound(filter));
    return filter.id === undefined ? 0 : 1;
  }
  for (const message of unmarked) terminal.writeError(message);
  const hidden = shown === limit ? (await store.count(filter)) - shown : 0;
  if (hidden > 0) {
    await terminal.write(
      `… and ${hidden} older. --all shows them, --since 3m those of 3 months.\n`,
    );
  }
  return 0;
};

const sayBackedUp = async (file: string, count: number, terminal: Terminal): Promise<number> => {
  await terminal.write(`Backed up to ${file}, and checked: ${count}.\n`);
  return 0;
};

const sayRestored = async (
  file: string,
  restored: Restored,
  terminal: Terminal,
): Promise<number> => {
  const { count, toDeliver, replaced } = restored;
  const lines = [
    `Restored from ${file}: ${count}.`,
    ...(toDeliver === 0 ? [] : [`Still to be delivered, and will be: ${toDeliver}.`]),
    ...(replaced
      ? [
          `What was in the inbox before is in ${replaced.file}: ${replaced.count}. Erasing does not reach it.`,
        ]
      : []),
  ];
  await terminal.write(`${lines.join('\n')}\n`);
  return 0;
};

const run: Command = async (args, environment, terminal) => {
  const options = readOptions(args, environment);
  if (options.help) {
    await terminal.write(`${usage}\n`);
    return 0;
  }
  checkCombination(options);
  const now = new Date();
  const width = Math.max(40, widthOf(terminal, environment));
  const place = readPlace(options.host);
  const erasure = readErasure(options, now);
  const [id] = options.positionals;
  const filter = {
    id: id === undefined ? undefined : readId('The argument', id),
    kind: readKind(options.kind),
    since: options.since && parseTime('--since', options.since, now).toISOString(),
    isUndelivered: options.undelivered,
  };
  const { answered, 'not-answered': notAnswered } = options;
  const toMark = answered ?? notAnswered;
  const idToMark =
    toMark === undefined ? null : readId(answered ? '--answered' : '--not-answered', toMark);

  const change = readChange(options);

  if (options['test-mail']) {
    // Its libraries would take a fifth of the memory that a large inbox is listed in.
    const { sendTestMail } = await import('./test-mail.ts');
    const { isSent, sentence } = await sendTestMail(environment, place);
    if (isSent) await terminal.write(`${sentence}\n`);
    else terminal.writeError(sentence);
    return isSent ? 0 : 1;
  }

  const { dataDir } = readServerConfig(environment);
  const file = databaseFile(dataDir);
  const use = (store: Store): Promise<number> => {
    const context: Run = { store, terminal, width, now, file };
    if (change) {
      return sayChange(context, change, reachesVisitors(readDeliveryOf(place, environment)));
    }
    if (erasure) return erase(context, erasure, options.yes ?? false);
    if (idToMark !== null) return mark(context, idToMark, answered ? now.toISOString() : null);
    return show(context, filter, options);
  };

  if (options.restore !== undefined) {
    const restored = await (place
      ? restoreWorkers(place, options.restore, dataDir, now)
      : restore(options.restore, dataDir, now));
    return sayRestored(options.restore, restored, terminal);
  }
  if (place) {
    if (options.backup === undefined) return use(createWranglerStore(place));
    return sayBackedUp(options.backup, await backUpWorkers(place, options.backup), terminal);
  }
  const missing = findMissingInbox(file, environment, options.backup !== undefined);
  if (missing !== null) {
    terminal.writeError(missing);
    return 1;
  }
  if (options.backup !== undefined) {
    return sayBackedUp(options.backup, backUp(file, options.backup), terminal);
  }
  return withInbox(file, use);
};

/** The exit code is 0 when it did what was asked, 1 failed, 2 not understood, 3 erasure not confirmed. */
export const runInbox = inSentences(run);
