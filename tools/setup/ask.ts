import type { Readable, Writable } from 'node:stream';
import { isCancel, password, settings, text, updateSettings } from '@clack/prompts';
import { type Answers, nothing, type Question } from './questions.ts';

/** Ctrl-C, or Ctrl-D. */
export class Interrupted extends Error {}

// Escape would throw all answers away.
settings.aliases.delete('escape');
updateSettings({ aliases: { '\x04': 'cancel' } });

export interface Terminal {
  input: Readable;
  output: Writable;
}

/** @returns null for nothing */
const askOne = async (
  { ask: asked, form, isSecret, findMistake }: Question,
  present: string | undefined,
  mayBeNothing: boolean,
  before: Answers,
  terminal: Terminal,
): Promise<string | null> => {
  const keeps = isSecret && present && 'Enter keeps the present one';
  const takesAway = mayBeNothing && present && `${nothing} for none`;
  const hints = [form, keeps, takesAway].filter(Boolean).join('; ');
  const isNothing = (answer: string) => mayBeNothing && (answer === '' || answer === nothing);
  const options = {
    ...terminal,
    message: hints ? `${asked} (${hints})` : asked,
    validate: (typed: string | undefined) => {
      const answer = typed || present || '';
      const mistake = isNothing(answer) ? null : findMistake(answer, before);
      return mistake ? `This ${mistake}` : undefined;
    },
  };
  const shown = present !== undefined && { placeholder: present, defaultValue: present };
  const typed = await (isSecret ? password(options) : text({ ...options, ...shown }));
  if (isCancel(typed)) throw new Interrupted();
  const answer = typed || present || '';
  return isNothing(answer) ? null : answer;
};

/** @throws Interrupted */
export const ask = async (
  question: Question,
  before: Answers,
  terminal: Terminal,
): Promise<string[]> => {
  const { name, isList = false, isOptional = false, present, suggest } = question;
  const answers: string[] = [];
  const askFor = async (one: string | undefined, asked = question.ask): Promise<boolean> => {
    const soFar = { ...before, [name]: answers };
    const mayBeNothing = isList || isOptional;
    const answer = await askOne({ ...question, ask: asked }, one, mayBeNothing, soFar, terminal);
    if (answer !== null) answers.push(answer);
    return answer !== null;
  };
  if (!isList) await askFor(present[0] ?? suggest?.(before));
  else {
    for (const one of present) await askFor(one);
    while (await askFor(undefined, `${question.ask}, another; Enter goes on`));
  }
  return answers;
};
