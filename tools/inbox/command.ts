import { readServerConfig } from '#hosting/machine/config.ts';
import { submissionKinds } from '#inbox/kinds/index.ts';
import type { ErasureFilter, SubmissionFilter } from '#inbox/stores/store.ts';
import { CommandError, UsageError } from '../options.ts';
import { createCommand, flag, type Subcommand, subcommand, text } from '../subcommands.ts';
import type { Command, Terminal } from '../terminal.ts';
import { backUp, restore } from './backup.ts';
import { changeBooking, parseBookedTime } from './bookings.ts';
import {
  formatCsv,
  formatJson,
  formatLine,
  formatList,
  formatMessage,
  type Pages,
} from './format.ts';
import { writeTo } from './output-file.ts';
import { parseTime } from './period.ts';
import { hostOption as host, type InboxContext, inboxFile, onInbox } from './place.ts';
import { sendTestMail } from './test-mail.ts';

/** Submissions that a terminal shows at first. */
const shownAtFirst = 20;
/** Submissions that are named before they are erased. */
const shownBeforeErasure = 5;

const missing = (id: string | undefined): CommandError =>
  new CommandError(`There is nothing with the ID ${id}.`);

/** Passes pages on, and marks as seen what a terminal has shown. */
const shownPages = async function* (
  filter: SubmissionFilter,
  limit: number,
  { store, terminal, now }: InboxContext,
): Pages {
  let failure: unknown = null;
  for await (const page of store.pages(filter, limit)) {
    yield page;
    const unseen = page.filter(({ seenAt }) => seenAt === null).map(({ id }) => id);
    if (terminal.columns === null || unseen.length === 0 || failure !== null) continue;
    // What is there can be read all the same.
    await store.markSeen(unseen, now.toISOString()).catch((cause) => {
      failure = cause;
    });
  }
  if (failure instanceof Error) {
    terminal.writeError(
      `The inbox cannot be written: ${failure.message}. Nothing was marked as seen.`,
    );
  }
};

/** The list, or as a file all that is in it. */
const list = (isFile: boolean): Subcommand =>
  onInbox({
    help: isFile ? 'everything, as a file' : 'what arrived, newest first',
    options: {
      since: text('WHEN', 'a date (2026-01-31), or 7d, 2w, 3m, 2y ago'),
      kind: text('KIND', submissionKinds.join(', '), submissionKinds),
      undelivered: flag('what could not be delivered yet, and why'),
      all: flag(`all of them; a terminal shows ${shownAtFirst} at first`),
      json: flag('everything, for a program'),
      csv: flag('everything, for a spreadsheet'),
      output: text('FILE', 'the same in a file that ends in .json or .csv'),
    },
    run: async (values, _, context) => {
      const { store, terminal, width, now } = context;
      const { since, kind, undelivered, all, json, csv, output = '' } = values;
      if (json && csv) throw new UsageError('--json and --csv cannot be combined');
      if ((output || isFile) && !/\.(?:csv|json)$/.test(output)) {
        throw new UsageError(
          `--output must be a file such as inbox.csv or inbox.json, but is "${output}"`,
        );
      }
      const filter: SubmissionFilter = {
        kind: submissionKinds.find((known) => known === kind),
        since: since && parseTime('--since', since, now).toISOString(),
        isUndelivered: undelivered,
      };
      if (json || csv || output) {
        const isJson = json || (!csv && output.endsWith('.json'));
        const parts = (isJson ? formatJson : formatCsv)(store.pages(filter));
        return writeTo(output || undefined, parts, terminal);
      }
      const found = await store.count(filter);
      if (found === 0) {
        const what = since || kind || undelivered ? 'of that' : 'in the inbox yet';
        return terminal.write(`There is nothing ${what}.\n`);
      }
      const isLimited = terminal.columns !== null && !all && since === undefined;
      const limit = isLimited ? shownAtFirst : Number.POSITIVE_INFINITY;
      const parts = formatList(shownPages(filter, limit, context), now, width);
      await writeTo(undefined, parts, terminal);
      if (found > limit) {
        await terminal.write(`… and ${found - limit} older: --all shows them, --since 3m some.\n`);
      }
    },
  });

const show = onInbox({
  help: 'one of them, whole, with a link that begins the reply',
  argument: 'ID',
  options: {},
  run: async (_, id, context) => {
    if ((await context.store.count({ id: Number(id) })) === 0) throw missing(id);
    for await (const [submission] of shownPages({ id: Number(id) }, 1, context)) {
      if (!submission) continue;
      await context.terminal.write(formatMessage(submission, context.now, context.width));
    }
  },
});

const confirm = async (question: string, { ask }: Terminal): Promise<void> => {
  if (!ask) {
    throw new CommandError(
      `${question} Nothing was erased: where nobody can answer, --yes confirms it.`,
    );
  }
  const answer = await ask(`${question} Type yes to erase: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was erased.');
};

const erase = onInbox({
  help: 'erases it for good; asks before',
  argument: '[ID]',
  options: {
    'older-than': text('WHEN', 'all that is older, such as 2y'),
    yes: flag('does not ask'),
  },
  run: async (values, id, { store, environment, terminal, width, now }) => {
    const { 'older-than': age } = values;
    if ((id === undefined) === (age === undefined)) {
      throw new UsageError('erase takes an ID, or --older-than WHEN');
    }
    const filter: ErasureFilter =
      age === undefined
        ? { id: Number(id) }
        : { before: parseTime('--older-than', age, now).toISOString() };
    const found = await store.count(filter);
    if (found === 0 && id !== undefined) throw missing(id);
    // A yearly erasure may find nothing.
    if (found === 0) return terminal.write(`Nothing is older than ${age}.\n`);
    for await (const page of store.pages(filter, shownBeforeErasure)) {
      const lines = page.map((submission) => `${formatLine(submission, now, width)}\n`);
      await terminal.write(lines.join(''));
    }
    if (found > shownBeforeErasure) {
      await terminal.write(`… and ${found - shownBeforeErasure} more, all of them older.\n`);
    }
    const what = found === 1 ? 'this submission' : `these ${found} submissions`;
    if (!values.yes) await confirm(`Erase ${what} for good?`, terminal);
    const { count, isGone } = await store.erase(filter);
    await terminal.write(`Erased: ${count}.\n`);
    if (isGone) return;
    await terminal.write(
      `Another program reads the inbox, so the text stays in ${inboxFile(environment)}-wal until that has ended, and the site has tidied up, within an hour.\n`,
    );
  },
});

const move = onInbox({
  help: 'gives a booking another time',
  argument: 'ID',
  options: { to: text('TIME', '"2026-01-31 14:30", by your clock') },
  run: (values, id, context) =>
    changeBooking(Number(id), parseBookedTime(values.to ?? ''), context),
});

const cancel = onInbox({
  help: 'cancels a booking, whose time is free again',
  argument: 'ID',
  options: {},
  run: (_, id, context) => changeBooking(Number(id), null, context),
});

const mark = (isAnswered: boolean): Subcommand =>
  onInbox({
    help: isAnswered ? 'marks it as answered' : 'takes that mark away',
    argument: 'ID',
    options: {},
    run: async (_, id, { store, terminal, now }) => {
      const time = isAnswered ? now.toISOString() : null;
      if (!(await store.setAnswered(Number(id), time))) throw missing(id);
      await terminal.write(`${id} is ${isAnswered ? '' : 'not '}answered.\n`);
    },
  });

const copy = subcommand({
  help: 'copies the inbox of this machine to a new file, while the site runs',
  argument: 'FILE',
  options: {},
  run: async (_, file = '', { environment, terminal }) => {
    const count = backUp(inboxFile(environment), file);
    await terminal.write(`Backed up to ${file}, and checked: ${count}.\n`);
  },
});

const bringBack = subcommand({
  help: 'brings a backup back on this machine, and keeps what it replaces',
  argument: 'FILE',
  options: {},
  run: async (_, file = '', { environment, terminal, now }) => {
    const { dataDir } = readServerConfig(environment);
    const { count, toDeliver, before, kept } = restore(file, dataDir, now);
    await terminal.write(`Restored from ${file}: ${count}. To be delivered: ${toDeliver}.\n`);
    if (before === 0) return;
    await terminal.write(
      `What was in the inbox before is in ${kept}: ${before}. Erasing does not reach it.\n`,
    );
  },
});

const testMail = subcommand({
  help: 'sends you one mail, and says what happened',
  options: { host },
  run: (values, _, context) => sendTestMail(values.host, context),
});

const rows = {
  list: list(false),
  show,
  export: list(true),
  answered: mark(true),
  'not-answered': mark(false),
  erase,
  move,
  cancel,
  backup: copy,
  restore: bringBack,
  'test-mail': testMail,
};

const run = createCommand({
  name: 'inbox',
  subcommands: {
    '': {
      ...rows.list,
      help: 'the list, or one of them',
      argument: '[ID]',
      run: (values, id, context) => (id ? show : rows.list).run(values, id, context),
    },
    ...rows,
  },
});

const old = new RegExp(`--(${Object.keys(rows).join('|')})(?:[ =]|$)`);

/** Names were options in earlier versions. */
export const runInbox: Command = async (args, ...rest) => {
  const typed = args.join(' ');
  const now = typed.replace('--erase-older-than', 'erase --older-than').replace(old, '$1 ').trim();
  if (now !== typed) throw new UsageError(`This is now: npm run inbox -- ${now}`);
  return run(args, ...rest);
};
