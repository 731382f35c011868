import { recordOf } from '#enquiry/record.ts';
import type { Rule } from '#enquiry/validation.ts';

/** The fields of a submission, as they were typed. */
export type Fields = Readonly<Record<string, string>>;

/** How a page asks for a field; with `rows` in several lines. */
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
  /** The column of the owner's table that it stands in. */
  column: Column;
  rules: readonly Rule[];
  /** Null for what is not typed on the page that asks for the others. */
  input: InputAttributes | null;
}

/** Everything that is particular to one kind of submission. */
export interface Kind<Name extends string = string, Column extends string = string> {
  /** As it is stored; the tables' CHECK knows it too. */
  name: Name;
  /** What the owner reads above a table of them. */
  title: string;
  /** The columns of that table, and how wide each is in characters of the terminal. */
  columns: Readonly<Record<Column, number>>;
  /** In the order in which they are asked for, checked, stored and mailed. */
  fields: readonly KindField<NoInfer<Column>>[];
  /** The fields in what was sent. */
  read: (sent: Fields) => Fields;
  /** Whom to answer. Rows are older than the code, so any field may be missing, here and below. */
  sender: (fields: Fields) => { name: string; email: string };
  /** The subject of the mail about one. */
  subject: (fields: Fields) => string;
  /**
   * What two submissions have in common that are one; null when each is its own.
   * @param submissionId how the sender names this one; null when it has no name
   */
  sameness: (fields: Fields, submissionId: string | null) => unknown;
}

/** Reads fields that are sent under their own names; what is missing is empty. */
export const readFields = (
  fields: readonly { name: string }[],
  sent: Readonly<Record<string, string | undefined>>,
): Fields => recordOf(fields.map(({ name }) => [name, sent[name] ?? '']));

/** A kind whose fields, unless it says otherwise, are sent under their own names. */
export const defineKind = <const Name extends string, const Column extends string>(
  kind: Omit<Kind<Name, Column>, 'read'> & Partial<Pick<Kind, 'read'>>,
): Kind<Name, Column> => ({ read: (sent) => readFields(kind.fields, sent), ...kind });

/** The same name with the same words is the same; with others it is another, whatever was meant. */
export const sameNameAndWords: Kind['sameness'] = (fields, submissionId) =>
  submissionId === null ? null : [submissionId, fields];
