import { wrapWords } from '#inbox/wrap.ts';
import { UsageError } from '../options.ts';
import * as table from '../subcommands.ts';
import type { Command } from '../terminal.ts';
import { type Draft, startDraft } from './draft.ts';
import { follow, isOpen, type Question, questions, show } from './questions.ts';

const intro = `Enter keeps the answer in brackets; “-” clears an optional one. “back” leads to the question before, “done” to the summary. Write “ / ” between several answers. Nothing is written before you say yes.\n`;
const afterwards = 'Write your résumé in content/resume.md. `npm run doctor` finds what is left.';

const shown = ({ at, isSecret }: Question, draft: Draft): string =>
  draft.get(at) && isSecret ? 'set' : show(draft.get(at)) || 'none';

/** Puts an answer into the draft, or returns why it is refused. */
const put = async (question: Question, draft: Draft, answer: string) => {
  const { at, none, read } = question;
  const old = draft.get(at);
  const isNone = 'none' in question && /^-?$/.test(answer);
  const undo = draft.set(at, isNone ? none : (read?.(answer, old) ?? answer));
  const mistake = (await draft.findMistakes()).find(({ field }) =>
    at.endsWith(`.${field.replace(/(\[\d+\]|\.amount)$/, '')}`),
  );
  if (mistake) undo();
  else follow(question, draft, answer, old);
  return mistake?.message;
};

type Values = table.Values<table.Options>;

/** Asks what no option answers, and writes the answers. */
const setUp = async (root: string, { yes, ...values }: Values, context: table.Context) => {
  const { terminal, width } = context;
  const say = (text: string) => terminal.write(`${wrapWords(text, width).join('\n')}\n`);
  const ask = yes ? async () => '' : terminal.ask;
  if (!ask)
    throw new UsageError('This is not a terminal. Pass the answers as options, with --yes.');
  const [draft, before] = [startDraft(root), startDraft(root)];
  const [given, asked] = [new Map(Object.entries(values)), new Set<string>()];
  if (!yes) await say(intro);
  // Each round is a question without an answer, or when there is none, the summary.
  for (;;) {
    const open = questions.filter((question) => isOpen(question, draft));
    const next = open.find(({ name }) => !asked.has(name));
    const last = [...asked].at(-1) ?? '';
    if (next) {
      const { name, isSecret } = next;
      const [now, option] = [shown(next, draft), given.get(name)];
      const prompt = `${open.indexOf(next) + 1}. ${next.ask}\n[${now}] `;
      const typed = String(option ?? (await ask(prompt, isSecret))).trim();
      given.delete(name);
      const isTyped = option === undefined;
      if (isTyped && typed === 'back') asked.delete(last);
      else if (isTyped && typed === 'done') {
        for (const each of open) if (!given.has(each.name)) asked.add(each.name);
      } else {
        const isKept = typed === now || (isTyped && !typed && now !== 'none');
        const mistake = isKept ? null : await put(next, draft, typed);
        if (mistake && yes) throw new UsageError(`--${name}: ${mistake}`);
        if (mistake) await say(`${mistake}.`);
        else asked.add(name);
      }
      continue;
    }
    const mistakes = await draft.findMistakes();
    const problems = [
      ...[...given.keys()].map((name) => `--${name} does not go with the other answers.`),
      ...mistakes.map(({ file, message }) => `${file}: ${message}.`),
    ].join('\n');
    if (yes && problems) throw new UsageError(problems);
    const changes = open.flatMap((question, index) => {
      const isSame = show(draft.get(question.at)) === show(before.get(question.at));
      return isSame ? [] : `${index + 1}. ${question.name}: ${shown(question, draft)}\n`;
    });
    if (!yes) await say(`\nThis changes:\n${changes.join('') || 'nothing\n'}${problems}`);
    const typed = yes ? 'yes' : await ask('Write it? (yes, no, or the number of a question) ');
    if (/^n/i.test(typed) || (/^y/i.test(typed) && mistakes.length === 0)) {
      const files = /^y/i.test(typed) ? draft.write().join(', ') : '';
      return say(files ? `Written: ${files}\n${afterwards}` : 'Nothing has changed.');
    }
    asked.delete(typed === 'back' ? last : (open[Number(typed) - 1]?.name ?? ''));
  }
};

/** @param root folder of the project */
export const setupIn =
  (root: string): Command =>
  (args, ...rest) => {
    // Of each list, --help names the options for the first entry.
    const hidden = args.includes('--help') ? /-([2-9]|\d\d)-/ : /^$/;
    const rows = questions.filter(({ name }) => !hidden.test(name));
    const options: table.Options = {
      ...Object.fromEntries(rows.map(({ name, ask }) => [name, table.text('TEXT', ask)])),
      yes: table.flag('asks nothing; a second service has --service-2-title, and so on'),
    };
    const run: table.Subcommand['run'] = (values, _, context) => setUp(root, values, context);
    const subcommands = { '': { help: '', options, run } };
    return table.createCommand({ name: 'setup', subcommands })(args, ...rest);
  };
