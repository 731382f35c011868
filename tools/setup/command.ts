import { formatMistakes, type Mistake } from '#model/mistake.ts';
import { parseOptions, UsageError } from '../options.ts';
import type { Command } from '../terminal.ts';
import { type Draft, startDraft } from './draft.ts';
import { type Question, questions, show } from './questions.ts';

const intro = `Enter keeps what is there, “-” clears what may be missing, “back” goes to the question before,
“done” to the summary. Several answers have “ / ” between them. Nothing is written before you say yes.
`;
const rows = questions.map(([name, , text]) => `  --${name}\n      ${text}\n`);
const help = `npm run setup -- [options]
Asks what a site needs, and writes the answers into content/ and .env.
${intro}
What is given as an option is not asked; with --yes, nothing is. Numbers in names count from 1.
${rows.filter((row) => !/-(?:[2-9]|\d\d)-/.test(row)).join('')}`;

const shown = (draft: Draft, [, at, , more]: Question): string => {
  const answer = show(draft.get(at));
  return answer && more?.isSecret ? 'set' : answer || 'none';
};

/** Puts an answer into the draft, or returns why it is refused. */
const answer = (draft: Draft, [, at, , more = {}]: Question, typed: string): string | undefined => {
  const { read = String, none, follow } = more;
  const old = draft.get(at);
  const isNone = 'none' in more && (typed === '' || typed === '-');
  const undo = draft.set(at, isNone ? none : read(typed, old));
  const isAbout = ({ field }: Mistake) =>
    field.replace(/(?:\[\d+\]|\.amount)$/, '') === at.slice(at.indexOf('.') + 1);
  const mistake = draft.findMistakes().find(isAbout);
  if (mistake) undo();
  else follow?.(draft, typed, at, old);
  return mistake?.message;
};

const afterwards = 'Write your résumé in content/resume.md; `npm run doctor` finds what is left.\n';
const options = Object.fromEntries(questions.map(([name]) => [name, { type: 'string' } as const]));
const flags = { yes: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** @param root folder of the project */
export const setupIn =
  (root: string): Command =>
  async (args, environment, { ask, write }) => {
    const config = { args: [...args], options: { ...options, ...flags } };
    const { yes, help: wantsHelp, ...values } = parseOptions(config, environment).values;
    if (wantsHelp) return write(help).then(() => 0);
    const reply = yes ? async () => '' : ask;
    if (!reply) throw new UsageError('Nobody can answer here: give options, and --yes');
    const given = new Map(Object.entries(values));
    const [draft, before] = [startDraft(root), startDraft(root)];
    const asked = new Set<string>();
    if (!yes) await write(`${intro}\n`);
    const askAgain = (name = '') => asked.delete(name) && given.delete(name);
    // Each round is a question without an answer, or when there is none, the summary.
    for (;;) {
      const open = questions.filter(([, , , more]) => more?.isOpen?.(draft) ?? true);
      const next = open.find(([name]) => !asked.has(name));
      if (next) {
        const [name, , text, more] = next;
        const now = shown(draft, next);
        const prompt = `${open.indexOf(next) + 1}. ${text}\n[${now}] `;
        const typed = given.has(name) ? null : (await reply(prompt, more?.isSecret)).trim();
        const said = typed ?? String(given.get(name)).trim();
        const isKept = said === now || (typed === '' && now !== 'none');
        if (typed === 'back') askAgain([...asked].at(-1));
        else if (typed === 'done') for (const [each] of open) asked.add(each);
        else {
          const mistake = isKept ? null : answer(draft, next, said);
          if (mistake && (yes || typed === null)) throw new UsageError(`--${name}: ${mistake}`);
          if (mistake) await write(`${mistake}.\n`);
          else asked.add(name);
        }
        continue;
      }
      const unused = [...given.keys()].find((name) => !asked.has(name));
      if (yes && unused) throw new UsageError(`--${unused} has no place beside the other answers`);
      const mistakes = draft.findMistakes();
      if (yes && mistakes.length > 0) throw new UsageError(formatMistakes(mistakes));
      const changes = open.flatMap((question, index) => {
        const [name, at] = question;
        const isSame = show(draft.get(at)) === show(before.get(at));
        return isSame ? [] : `${index + 1}. ${name}: ${shown(draft, question)}\n`;
      });
      if (!yes) await write(`\nThis changes:\n${changes.join('') || 'nothing\n'}`);
      if (mistakes.length > 0) await write(`${formatMistakes(mistakes)}\n`);
      const typed = yes ? 'yes' : (await reply('Write it? (yes, no, back, or a number) ')).trim();
      const isYes = /^y/i.test(typed);
      if (/^n/i.test(typed) || (isYes && mistakes.length === 0)) {
        const files = isYes ? draft.write().join(', ') : '';
        await write(files ? `Written: ${files}\n${afterwards}` : 'Nothing has changed.\n');
        return 0;
      }
      askAgain(typed === 'back' ? [...asked].at(-1) : open[Number(typed) - 1]?.[0]);
    }
  };
