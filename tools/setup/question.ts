import { formatPath } from '#model/plain-words.ts';
import { type Draft, type Path, startDraft } from './draft.ts';

/** By the names of the questions; an empty answer is *none*. */
export type Answers = ReadonlyMap<string, string>;

export interface Question {
  /** Also the option of the command. */
  name: string;
  ask: string;
  /** How an answer is written, where the question does not say it. */
  form?: string;
  /** What is there now, as an answer; empty for nothing. */
  present: string;
  isOptional?: (answers: Answers) => boolean;
  /** Is not shown. */
  isSecret?: true;
  /** Whether other answers leave it open. */
  isOpen?: (answers: Answers) => boolean;
  /** What it is likely to be, where nothing is there yet. */
  suggest?: (answers: Answers) => string;
  /** Returns a sentence about a mistake, or null. */
  findMistake: (answer: string, answers: Answers) => string | null;
  /** Returns an answer without a mistake as it is kept. */
  normalize?: (answer: string) => string;
  /** Called with an answer that differs from `present`. */
  write?: (draft: Draft, answer: string) => void;
}

/** How an answer becomes a value of the content, and back. */
export interface Kind {
  form?: string;
  /** Of answers that can be read; `form` names others. */
  pattern?: RegExp;
  read: (answer: string) => unknown;
  show: (value: unknown) => string;
}

const show = (value: unknown): string => String(value ?? '');

export const textKind: Kind = { read: (answer) => answer, show };

/** What is no number is refused by the schema. */
export const numberKind: Kind = {
  read: (answer) => (/^\d+$/.test(answer) ? Number(answer) : answer),
  show,
};

export const yesOrNo: Kind = {
  form: 'yes or no',
  pattern: /^(?:yes|no)$/i,
  read: (answer) => answer.toLowerCase() === 'yes',
  show: (value) => (value === false ? 'no' : 'yes'),
};

export const listKind = (form: string, separator: string | RegExp, joint: string): Kind => ({
  form,
  read: (answer) => answer.split(separator).map((part) => part.trim()),
  show: (value) => (Array.isArray(value) ? value.join(joint) : ''),
});

export const linesKind = listKind('a slash with blanks around it between two', / \/ /, ' / ');

/** Finds what the build would say about a value of the content. */
export type Judge = (
  file: string,
  path: Path,
  value: unknown,
  prepare?: (draft: Draft) => void,
) => string | null;

/** @param root folder of the project */
export const judgeIn =
  (root: string): Judge =>
  (file, path, value, prepare) => {
    const draft = startDraft(root);
    prepare?.(draft);
    draft.set(file, path, value);
    const name = formatPath(path);
    const isAbout = (field: string) =>
      field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
    const found = draft.load().mistakes.find((each) => each.file === file && isAbout(each.field));
    return found?.message ?? null;
  };

/** Returns what is wrong with the form of an answer, or what the build would find. */
export const findMistakeOf = (
  { pattern, form, read }: Kind,
  answer: string,
  judge: (value: unknown) => string | null,
): string | null => (pattern && !pattern.test(answer) ? `must be ${form}` : judge(read(answer)));
