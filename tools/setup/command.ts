import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatMistakes } from '#model/mistake.ts';
import { parseOptions, UsageError } from '../options.ts';
import { type Dialog, InputEnded, Interrupted, openDialog, type Streams } from './dialog.ts';
import type { Answers, Question } from './question.ts';
import { answerTo, findHidden, readQuestions } from './questions.ts';
import { withChanges } from './services.ts';

/** Takes away what may be missing. */
const nothing = '-';
const isBack = (typed: string): boolean => /^(?:back|<)$/i.test(typed);
const unchanged = 'Nothing has changed.';

const isOpenFor =
  (answers: Answers) =>
  ({ isOpen }: Question): boolean =>
    isOpen?.(answers) ?? true;

const excerpt = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

const shown = ({ isSecret }: Question, answer: string): string =>
  answer === '' ? 'none' : isSecret ? 'set, and not shown' : excerpt(answer);

const help = (questions: readonly Question[]): string => {
  // Entries of a list have the same questions.
  const seen = new Set<string>();
  const rows = questions.flatMap((question) => {
    const { name, ask, form, isOptional, present } = question;
    const general = name.replace(/-\d+/, '-N');
    if (seen.has(general)) return [];
    seen.add(general);
    const isOne = general === name;
    const notes = [ask, form, isOptional?.(new Map()) && `${nothing} for none`];
    const now = isOne ? [`now: ${shown(question, present)}`] : [];
    return [
      `  --${general}`,
      ...[notes.filter(Boolean).join('; '), ...now].map((line) => `      ${line}`),
    ];
  });
  return `npm run setup -- [options]

Asks what a site needs, and writes the answers into content/ and .env; comments and everything else
stay. Enter keeps what is there, “back” goes to the question before. Nothing is written before you
have seen all changes and said yes. What is given as an option is not asked.

${rows.join('\n')}
  --yes
      asks nothing: what is not given stays
  --help
      this`;
};

/** Returns an answer as it is kept, or a sentence about its mistake. */
const judge = (
  question: Question,
  typed: string,
  answers: Answers,
): { answer: string } | { mistake: string } => {
  const isNone = typed === '' || typed === nothing;
  if (isNone && question.isOptional?.(answers)) return { answer: '' };
  const mistake = question.findMistake(typed, answers);
  return mistake === null ? { answer: question.normalize?.(typed) ?? typed } : { mistake };
};

type Given = Record<string, string | boolean | undefined>;

const readOptions = (args: readonly string[], questions: readonly Question[]): Given =>
  parseOptions(
    {
      args: [...args],
      options: {
        ...Object.fromEntries(questions.map(({ name }) => [name, { type: 'string' } as const])),
        yes: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    },
    process.env,
    'npm run setup -- --help names all options',
  ).values as Given;

/** Returns the answers that are given as options, and what is wrong with them. */
const readAnswers = (given: Answers, questions: readonly Question[]) => {
  const answers = new Map(given);
  const mistakes: string[] = [];
  for (const question of questions) {
    const { name } = question;
    const typed = given.get(name)?.trim();
    if (typed === undefined) continue;
    if (!isOpenFor(answers)(question)) {
      mistakes.push(`--${name} has no place beside the other answers; see --help`);
      continue;
    }
    const judged = judge(question, typed, answers);
    if ('mistake' in judged) mistakes.push(`--${name}: ${judged.mistake}`);
    else answers.set(name, judged.answer);
  }
  return { answers, mistakes };
};

/** Returns what nobody has answered and the content cannot do without. */
const findMissing = (questions: readonly Question[], answers: Answers): string[] =>
  questions
    .filter(isOpenFor(answers))
    .filter((each) => answerTo(each, answers) === '' && !each.isOptional?.(answers))
    .map(({ name }) => `--${name} is missing`);

/** Returns the answers that differ from what is there, with the numbers of their questions. */
const findChanges = (questions: readonly Question[], answers: Answers) =>
  questions.filter(isOpenFor(answers)).flatMap((question, index) => {
    const answer = answerTo(question, answers);
    return answer === question.present ? [] : [{ number: index + 1, question, answer }];
  });

/** Asks what is not given as an option, until the owner has seen all changes and says yes or no. */
const askAll = async (
  dialog: Dialog,
  questions: readonly Question[],
  given: Answers,
  /** Returns what the build would find wrong. */
  check: (answers: Answers) => string | null,
): Promise<Answers | null> => {
  const answers = new Map(given);
  const asked = new Set(given.keys());
  const listOpen = () => questions.filter(isOpenFor(answers));
  /** Has the question asked again that comes before one, or before the summary. */
  const goBack = (before?: Question) => {
    const open = listOpen();
    const end = before ? open.indexOf(before) : open.length;
    const last = open.slice(0, end).findLast(({ name }) => !given.has(name));
    if (last) asked.delete(last.name);
    else dialog.write('   This is the first question.\n');
  };
  const askOne = async (question: Question, number: number) => {
    const { name, ask, form, isOptional, isSecret } = question;
    const now = answerTo(question, answers);
    const takesAway = now && isOptional?.(answers) && `${nothing} for none`;
    const hints = [form, takesAway].filter(Boolean).join('; ');
    const present = now && ` [${shown(question, now)}]`;
    const line = await dialog.ask(
      `${number}. ${ask}${hints && ` (${hints})`}${present}: `,
      isSecret,
    );
    const typed = line.trim();
    if (isBack(typed)) return goBack(question);
    const isKept = typed === '' && now !== '' && now === question.present;
    const judged = isKept ? { answer: now } : judge(question, typed || now, answers);
    if ('mistake' in judged) return dialog.write(`   ${judged.mistake}.\n`);
    answers.set(name, judged.answer);
    asked.add(name);
  };
  for (;;) {
    const open = listOpen();
    const next = open.findIndex(({ name }) => !asked.has(name));
    const question = open[next];
    if (question) {
      await askOne(question, next + 1);
      continue;
    }
    const changes = findChanges(questions, answers);
    if (changes.length === 0) return answers;
    dialog.write('\nThis changes:\n');
    for (const { number, question: each, answer } of changes) {
      dialog.write(
        `${number}. ${each.ask}: ${shown(each, each.present)} → ${shown(each, answer)}\n`,
      );
    }
    const mistakes = check(answers);
    if (mistakes) dialog.write(`\n${mistakes}\n`);
    const choices = `${mistakes ? '' : 'yes, '}no, or the number of a question to change its answer`;
    while (listOpen().every(({ name }) => asked.has(name))) {
      const typed = (await dialog.ask(`\nWrite it? (${choices}): `)).trim().toLowerCase();
      const chosen = open[Number(typed) - 1];
      if (/^y(?:es)?$/.test(typed) && !mistakes) return answers;
      if (/^no?$/.test(typed)) return null;
      if (isBack(typed)) goBack();
      else if (chosen) asked.delete(chosen.name);
      else dialog.write(`   Please answer ${choices}.\n`);
    }
  }
};

const nextSteps = (root: string): string =>
  [
    '\n`npm run doctor` finds what is left of the sample. Documents and share pictures have your words after:',
    ...(existsSync(join(root, 'papers')) ? ['  npm run build --workspace=papers'] : []),
    '  npm run share-images\n',
  ].join('\n');

/**
 * Returns the exit code: 1 when a file cannot be written, 2 when an option or answer is wrong or missing,
 * 130 when it was interrupted.
 * @param root folder of the project
 */
export const runSetup = async (
  args: readonly string[],
  streams: Streams,
  root = '.',
): Promise<number> => {
  const print = (text: string) => streams.output.write(`${text}\n`);
  const refuse = (...mistakes: string[]) => {
    streams.errors.write(`${mistakes.join('.\n')}.\n${unchanged}\n`);
    return 2;
  };
  let dialog: Dialog | null = null;
  try {
    const { draft, questions, apply } = readQuestions(root);
    const { yes, help: wantsHelp, ...given } = readOptions(args, questions);
    if (wantsHelp) {
      print(help(questions));
      return 0;
    }
    const typed = new Map(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const { answers: options, mistakes } = readAnswers(withChanges(draft, typed), questions);
    if (mistakes.length > 0) return refuse(...mistakes);
    const check = (answers: Answers): string | null => {
      const { mistakes: found } = apply(answers).draft.load();
      return found.length > 0 ? formatMistakes(found) : null;
    };
    let answers: Answers | null = options;
    if (yes) {
      const missing = findMissing(questions, options);
      if (missing.length > 0) return refuse(...missing);
      const found = check(options);
      if (found) return refuse(found);
    } else {
      dialog = openDialog(streams);
      answers = await askAll(dialog, questions, options, check);
    }
    const { draft: changed, claims } = answers ? apply(answers) : { draft, claims: [] };
    const files = answers ? changed.write() : [];
    if (files.length === 0) {
      print(unchanged);
      return 0;
    }
    print(`Written: ${files.join(', ')}`);
    if (claims.length > 0) {
      print(
        `The position that these claims named is gone, and they now name the newest: ${claims.join(', ')}. Correct them in content/hero.yaml.`,
      );
    }
    for (const name of findHidden(root)) {
      print(`${name} is set in the environment, too, which wins over .env.`);
    }
    print(nextSteps(root));
    return 0;
  } catch (cause) {
    if (cause instanceof UsageError) {
      streams.errors.write(`${cause.message}\n`);
      return 2;
    }
    if (cause instanceof InputEnded) return refuse('The input ended before the last question');
    if (cause instanceof Interrupted) {
      print(unchanged);
      return 130;
    }
    streams.errors.write(`${cause instanceof Error ? cause.message : cause}\n${unchanged}\n`);
    return 1;
  } finally {
    dialog?.close();
  }
};
