import { spawnSync } from 'node:child_process';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Finding } from '../doctor/finding.ts';
import { parseOptions, UsageError } from '../options.ts';
import { ask, Interrupted } from './ask.ts';
import {
  type Answers,
  apply,
  findConflicts,
  findHidden,
  nothing,
  type Question,
  questions,
} from './questions.ts';

const help = (): string => {
  const rows = questions.map(
    ({ name, ask: asked, form, isList, isOptional, isSecret, present }) => {
      const notes = [
        form,
        isList && 'one for each',
        (isList || isOptional) && `${nothing} for none`,
      ];
      const now =
        present.length > 0
          ? `now: ${isSecret ? 'set, and not shown' : present.join(', ')}`
          : 'now: none';
      return `  --${name}\n      ${[asked, ...notes].filter(Boolean).join('; ')}\n      ${now}`;
    },
  );
  return `npm run setup -- [options]

Asks who the site belongs to, and writes that into content/ and .env; nothing else there changes.
What is given as an option is not asked. Enter keeps what stands there.

${rows.join('\n')}
  --yes
      asks nothing: what is not given stays
  --help
      this`;
};

type Given = Record<string, string | boolean | (string | boolean)[] | undefined>;

const readOptions = (args: readonly string[]): Given =>
  parseOptions(
    {
      args: [...args],
      options: {
        ...Object.fromEntries(
          questions.map(({ name }) => [name, { type: 'string', multiple: true } as const]),
        ),
        yes: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    },
    process.env,
    'npm run setup -- --help names all options',
  ).values;

/** @returns the answers that are given as options, and what is wrong with them */
const readAnswers = (given: Given): { answers: Answers; mistakes: string[] } => {
  const answers: Record<string, string[]> = {};
  const mistakes: string[] = [];
  for (const { name, isList, isOptional, findMistake } of questions) {
    const values = [given[name] ?? []].flat().map(String);
    if (values.length === 0) continue;
    if (!isList && values.length > 1) mistakes.push(`--${name} is given ${values.length} times`);
    const some: string[] = [];
    for (const value of values) {
      if ((isList || isOptional) && (value === '' || value === nothing)) continue;
      const mistake = findMistake(value, { ...answers, [name]: some });
      if (mistake) mistakes.push(`--${name} ${mistake}`);
      else some.push(value);
    }
    answers[name] = some;
  }
  return { answers, mistakes };
};

/** Whether a finding is about who the owner is, where, and how to be reached. */
const isAboutIdentity = ({ file, isSample, severity }: Finding): boolean =>
  file === 'content/identity.ts' ||
  (file === 'environment' && severity !== 'note') ||
  // Of names and addresses, and of places in the legal texts.
  (isSample === true && (severity === 'error' || /^content\/(?:terms|privacy)\.md$/.test(file)));

const askDoctor = (): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ['tools/doctor.ts', '--json'], {
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) return `The doctor could not look at it:\n${stderr.trim()}`;
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const found = findings.filter(isAboutIdentity);
  const entries = found.map(
    ({ message, file, field, fix }) =>
      `  ${message}\n    where  ${file}, ${field}\n    fix    ${fix}`,
  );
  const others = findings.length - found.length;
  return [
    found.length === 0
      ? 'Of who you are, where, and how to reach you, the doctor finds nothing left to fix.'
      : 'Of who you are, where, and how to reach you, the doctor still finds:',
    ...entries,
    ...(others > 0
      ? [`It finds ${others} more, such as sentences of the sample; \`npm run doctor\` names them.`]
      : []),
  ].join('\n\n');
};

const nextSteps = `The documents and share pictures carry your name after:
  npm run build --workspace=papers
  npm run share-images`;

/** @returns the exit code: 2 when it did not understand, 130 when it was interrupted */
export const runSetup = async (
  args: readonly string[],
  input: ReadStream,
  output: WriteStream,
): Promise<number> => {
  let given: Given;
  try {
    given = readOptions(args);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    console.error(cause.message);
    return 2;
  }
  if (given.help) {
    console.log(help());
    return 0;
  }
  const { answers, mistakes } = readAnswers(given);
  const missing = given.yes ? [] : questions.filter(({ name }) => !answers[name]);
  const isOpen = (question: Question, before: Answers) => question.isOpen?.(before) ?? true;
  const all: Record<string, readonly string[]> = { ...answers };
  try {
    const certain = missing.filter((question) => isOpen(question, answers));
    if (mistakes.length === 0 && certain.length > 0 && !(input.isTTY && output.isTTY)) {
      const names = certain.map(({ name }) => `--${name}`).join(', ');
      mistakes.push(
        `There is no terminal to ask at. Give ${names}; or --yes, and what is not given stays`,
      );
    }
    if (mistakes.length === 0) {
      for (const question of missing) {
        if (isOpen(question, all)) all[question.name] = await ask(question, all, { input, output });
      }
      mistakes.push(...findConflicts(all));
    }
    if (mistakes.length > 0) {
      console.error(`${mistakes.join('.\n')}.\nNothing has changed.`);
      return 2;
    }
    const { files, claims } = apply(all);
    console.log(files.length > 0 ? `Written: ${files.join(', ')}` : 'Nothing has changed.');
    if (claims.length > 0) {
      const newest = 'The position that these claims named is gone, and they now name the newest';
      console.log(`${newest}: ${claims.join(', ')}. Correct them in content/hero.ts.`);
    }
    for (const name of findHidden()) {
      console.log(`${name} is set in the environment, too, which wins over .env.`);
    }
    console.log(`\n${askDoctor()}`);
    if (files.length > 0) console.log(`\n${nextSteps}`);
    return 0;
  } catch (cause) {
    if (cause instanceof Interrupted) {
      console.log('Nothing has changed.');
      return 130;
    }
    console.error(`${cause instanceof Error ? cause.message : cause}\nNothing has changed.`);
    return 1;
  }
};
