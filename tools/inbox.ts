import { submissionKinds } from '#inbox/kinds/index.ts';
import type { Submission, SubmissionFilter } from '#inbox/stores/store.ts';
import { ExplainedError } from '#model/mistake.ts';
import { backup, restore } from './inbox/backup.ts';
import { cancel, move } from './inbox/bookings.ts';
import { formatCsv, formatJson, writeTo } from './inbox/export.ts';
import { formatEntry, formatMessage, listHeading } from './inbox/format.ts';
import { type InboxContext, onInbox, parseDate } from './inbox/place.ts';
import { testMail } from './inbox/test-mail.ts';
import { UsageError } from './options.ts';
import { createCommand, flag, text, type Values } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const shownAtFirst = 20;

const missing = (id = '') => new ExplainedError(`No submission has the ID ${id}.`);

/** Writes submissions, newest first, and marks those that a terminal has shown as seen. */
const write = async (
  format: (submission: Submission, now: Date, width: number) => string,
  filter: SubmissionFilter,
  { store, terminal, width, now }: InboxContext,
  limit?: number,
): Promise<void> => {
  const unseen: number[] = [];
  for await (const page of store.pages(filter, limit)) {
    await terminal.write(page.map((submission) => format(submission, now, width)).join(''));
    unseen.push(...page.filter(({ seenAt }) => seenAt === null).map(({ id }) => id));
  }
  if (terminal.columns !== null && unseen[0]) await store.markSeen(unseen, now.toISOString());
};

const filters = {
  since: text('WHEN', 'a date (2026-01-31), or 7d, 2w, 3m, 2y ago'),
  kind: text('KIND', 'only submissions of this kind, such as enquiry', submissionKinds),
  undelivered: flag('only submissions that are not delivered yet'),
};

const filterOf = (values: Values<typeof filters>, now: Date): SubmissionFilter => ({
  kind: submissionKinds.find((kind) => kind === values.kind),
  since: values.since && parseDate('--since', values.since, now).toString(),
  isUndelivered: values.undelivered,
});

const list = onInbox({
  help: 'lists submissions, the newest first',
  options: { ...filters, all: flag(`all submissions, not only the newest ${shownAtFirst}`) },
  run: async ({ all, ...values }, _, context) => {
    const { store, terminal, now } = context;
    const filter = filterOf(values, now);
    const found = await store.count(filter);
    if (found === 0) return 'No messages found.';
    const isWhole = terminal.columns === null || all || values.since !== undefined;
    const older = isWhole ? 0 : Math.max(0, found - shownAtFirst);
    await terminal.write(listHeading);
    await write(formatEntry, filter, context, found - older);
    return older ? `… and ${older} older: use --all, or --since 3m.` : null;
  },
});

const show = onInbox({
  help: 'shows one submission, with a link that starts your reply',
  argument: 'ID',
  run: async (_, id, context) => {
    const filter = { id: Number(id) };
    if ((await context.store.count(filter)) === 0) throw missing(id);
    await write(formatMessage, filter, context);
  },
});

const exportFile = onInbox({
  help: 'writes submissions to a file, for a spreadsheet or a program',
  options: { output: text('FILE', 'the file, whose name ends in .csv or .json'), ...filters },
  run: async ({ output = '', ...values }, _, { store, now }) => {
    if (!/\.(?:csv|json)$/.test(output)) {
      throw new UsageError(`--output must end in .csv or .json, but is "${output}"`);
    }
    const format = output.endsWith('.json') ? formatJson : formatCsv;
    return writeTo(output, format(await store.list(filterOf(values, now))));
  },
});

const erase = onInbox({
  help: 'erases one submission; asks first',
  argument: 'ID',
  options: { yes: flag('skips the question') },
  run: async ({ yes }, id, context) => {
    const { store, terminal } = context;
    const filter = { id: Number(id) };
    if ((await store.count(filter)) === 0) throw missing(id);
    await write(formatEntry, filter, context);
    const answer = yes ? 'yes' : await terminal.ask?.('Type yes to erase it for good: ');
    if (answer?.trim().toLowerCase() !== 'yes') {
      throw new ExplainedError('Nothing was erased. Without a terminal, --yes confirms it.');
    }
    const { isGone } = await store.erase(filter);
    if (isGone) return 'Erased: 1.';
    return 'Erased: 1. Another program is reading the inbox, so its -wal file keeps the text until an hour after that program ends.';
  },
});

export const runInbox = createCommand({
  name: 'inbox',
  subcommands: {
    '': {
      ...list,
      help: 'shows one submission; without an ID, lists them',
      argument: '[ID]',
      run: (values, id, context) => (id ? show : list).run(values, id, context),
    },
    ...{ list, show, export: exportFile, erase, move, cancel },
    ...{ backup, restore, 'test-mail': testMail },
  },
});

if (import.meta.main) await runAtTerminal(runInbox);
