import type { Readable, Writable } from 'node:stream';
import { isCancel, settings, text } from '@clack/prompts';
import { nothing, type Question } from './questions.ts';

/** Ctrl-C. */
export class Interrupted extends Error {}

// Escape would throw all answers away.
settings.aliases.delete('escape');

interface Terminal {
  input: Readable;
  output: Writable;
}

const askOne = async (
  { ask, form, findMistake }: Question,
  present: string | undefined,
  mayBeNothing: boolean,
  terminal: Terminal,
): Promise<string | null> => {
  const note = mayBeNothing && present ? `${nothing} for none` : '';
  const hints = [form, note].filter(Boolean).join('; ');
  const answer = await text({
    ...terminal,
    message: hints ? `${ask} (${hints})` : ask,
    ...(present !== undefined && { placeholder: present, defaultValue: present }),
    validate: (typed) => {
      const value = typed || present || '';
      if (mayBeNothing && (value === '' || value === nothing)) return undefined;
      const mistake = findMistake(value);
      return mistake ? `This ${mistake}` : undefined;
    },
  });
  if (isCancel(answer)) throw new Interrupted();
  return mayBeNothing && (answer === '' || answer === nothing) ? null : answer;
};

/** @throws Interrupted */
export const ask = async (question: Question, terminal: Terminal): Promise<string[]> => {
  const answers: string[] = [];
  const { isList = false, isOptional = false, present } = question;
  for (const one of isList || present.length > 0 ? present : [undefined]) {
    const answer = await askOne(question, one, isList || isOptional, terminal);
    if (answer !== null) answers.push(answer);
  }
  if (!isList) return answers;
  for (;;) {
    const another = { ...question, ask: `${question.ask}, another; Enter goes on` };
    const answer = await askOne(another, undefined, true, terminal);
    if (answer === null) return answers;
    answers.push(answer);
  }
};
