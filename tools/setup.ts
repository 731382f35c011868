import { basename } from 'node:path';
import { wrapWords } from '#inbox/wrap.ts';
import type { Mistake } from '#model/mistake.ts';
import { UsageError } from './options.ts';
import { type Draft, startDraft } from './setup/draft.ts';
import { follow, isOpen, type Question, questions, show } from './setup/questions.ts';
import { createCommand, flag, type Subcommand, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const intro = `Enter keeps the answer in brackets; “-” clears an optional one. “back” returns to the previous question, “done” goes to the summary. Write “ / ” between several answers. Nothing is written before you say yes.\n`;
const afterwards =
  '`npm run doctor` lists what is left of the sample. Without content/resume.md, the site makes a résumé from your career and services.';

const shown = ({ at, isSecret }: Question, draft: Draft): string =>
  draft.get(at) && isSecret ? 'set' : show(draft.get(at)) || 'none';

/** Whether a mistake in a field is about the answer to a question. */
const isAbout = ({ file, field }: Mistake, at: string): boolean => {
  const name = file === 'environment' ? 'env' : basename(file, '.yaml');
  return at === `${name}.${field.replace(/(\[\d+\]|\.amount)$/, '')}`;
};

/** Puts an answer into the draft, or returns the reason for refusing it. */
const put = async (question: Question, draft: Draft, answer: string) => {
  const { at, none, read } = question;
  const old = draft.get(at);
  const undo = draft.set(at, /^-?$/.test(answer) ? none : (read?.(answer, old) ?? answer));
  const mistake = (await draft.findMistakes()).find((each) => isAbout(each, at));
  if (mistake) undo();
  else follow(question, draft, answer, old);
  return mistake?.message;
};

/** Takes the answers from the options, asks for the others, and writes all of them. */
const setUp: Subcommand['run'] = async ({ yes, ...given }, _, { terminal, width }) => {
  const say = (text: string) => terminal.write(`${wrapWords(text, width).join('\n')}\n`);
  const ask = yes ? async () => 'yes' : terminal.ask;
  if (!ask)
    throw new UsageError('This is not a terminal. Pass the answers as options, with --yes.');
  const [draft, before] = [startDraft(), startDraft()];
  for (const question of questions.filter(({ name }) => name in given)) {
    const answer = String(given[question.name]).trim();
    const mistake = isOpen(question, draft)
      ? await put(question, draft, answer)
      : 'it conflicts with the other answers';
    if (mistake) throw new UsageError(`--${question.name}: ${mistake}`);
  }
  if (!yes) await say(intro);
  const answered = new Set(yes ? questions.map(({ name }) => name) : Object.keys(given));
  // Each round asks an unanswered question, or if there is none, shows the summary.
  for (;;) {
    const open = questions.filter((question) => isOpen(question, draft));
    const next = open.find(({ name }) => !answered.has(name));
    if (next) {
      const now = shown(next, draft);
      const prompt = `${open.indexOf(next) + 1}. ${next.ask}\n[${now}] `;
      const typed = (await ask(prompt, next.isSecret)).trim();
      const isKept = typed === now || (typed === '' && now !== 'none');
      if (typed === 'back') answered.delete(open[open.indexOf(next) - 1]?.name ?? '');
      else if (typed === 'done') for (const { name } of open) answered.add(name);
      else {
        const mistake = isKept ? null : await put(next, draft, typed);
        if (mistake) await say(`${mistake}.`);
        else answered.add(next.name);
      }
      continue;
    }
    const mistakes = (await draft.findMistakes()).map((each) => {
      const { file, field, message } = each;
      const [first = ''] = field.split(' or ');
      const question = open.find(({ at }) => isAbout({ ...each, field: first }, at));
      if (!question) return `${file}: ${message}.`;
      const number = open.indexOf(question) + 1;
      return `${yes ? `--${question.name}` : `Correct ${number}`}: ${message}.`;
    });
    const problems = mistakes.join('\n');
    if (yes && problems) throw new UsageError(problems);
    const changes = open.flatMap((question, index) => {
      const isSame = show(draft.get(question.at)) === show(before.get(question.at));
      return isSame ? [] : `${index + 1}. ${question.name}: ${shown(question, draft)}\n`;
    });
    await say(`\nThis changes:\n${changes.join('') || 'nothing\n'}${problems}`);
    const typed = await ask('Write it? (yes, no, or the number of a question) ');
    if (/^n/i.test(typed) || (/^y/i.test(typed) && !problems)) {
      const files = /^y/i.test(typed) ? draft.write().join(', ') : '';
      return say(files ? `Written: ${files}\n${afterwards}` : 'Nothing has changed.');
    }
    const chosen = typed === 'back' ? [...answered].at(-1) : open[Number(typed) - 1]?.name;
    answered.delete(chosen ?? '');
  }
};

/** The options; for each list, --help shows those of the first entry. */
const options = {
  ...Object.fromEntries(
    questions.map(({ name, ask }) => [name, text('TEXT', /-(?!1-)\d+-/.test(name) ? '' : ask)]),
  ),
  yes: flag('skips the questions'),
};

export const runSetup = createCommand({
  name: 'setup',
  subcommands: { '': { options, run: setUp } },
});

if (import.meta.main) await runAtTerminal(runSetup);
