import { recordOf } from '#enquiry/record.ts';
import type { Rule } from '#enquiry/validation.ts';

/** Values as they were typed. */
export type Fields = Readonly<Record<string, string>>;

export interface InputAttributes {
  type?: 'email';
  autoComplete?: string;
  rows?: number;
  required?: boolean;
  hint?: string;
}

interface KindField<Column extends string> {
  name: string;
  label: string;
  column: Column;
  rules: readonly Rule[];
  /** What the values of a list mean. */
  valueLabels?: Readonly<Record<string, string>>;
  /** Null for what is not typed. */
  input: InputAttributes | null;
}

export interface Kind<Name extends string = string, Column extends string = string> {
  /** The CHECK in stores/migrations/ lists it too. */
  name: Name;
  title: string;
  /** What the subject of the mail to the owner begins with. */
  mailTitle: string;
  /** Not erased when its time is over (behavior 8.2). */
  isKept: boolean;
  /** Of the owner's table, with widths in characters. */
  columns: Readonly<Record<Column, number>>;
  /** In the order of pages, checks, and mail. */
  fields: readonly KindField<NoInfer<Column>>[];
  read: (sent: Fields) => Fields;
  /** Stored fields can be older than the code: any may be missing, here and below. */
  sender: (fields: Fields) => { name: string; email: string };
  /** For the subject: who, which firm, what about, how urgent; empty ones are left out. */
  summary: (fields: Fields) => readonly string[];
  /** Submissions with equal values are stored once; null equals nothing. */
  sameness: (fields: Fields, submissionId: string | null) => unknown;
}

/** What is missing is empty. */
export const readFields = (
  fields: readonly { name: string }[],
  sent: Readonly<Record<string, string | undefined>>,
): Fields => recordOf(fields.map(({ name }) => [name, sent[name] ?? '']));

/** Without `read`, fields are sent under their own names. */
export const defineKind = <const Name extends string, const Column extends string>(
  kind: Omit<Kind<Name, Column>, 'read'> & Partial<Pick<Kind, 'read'>>,
): Kind<Name, Column> => ({ read: (sent) => readFields(kind.fields, sent), ...kind });

/** An id with other words is another submission. */
export const sameNameAndWords: Kind['sameness'] = (fields, submissionId) =>
  submissionId === null ? null : [submissionId, fields];

/** The label of a list's value, or what was typed. */
export const readable = (
  valueLabels: Readonly<Record<string, string>> | undefined,
  value: string,
): string =>
  (valueLabels && Object.hasOwn(valueLabels, value) ? valueLabels[value] : null) ?? value;
