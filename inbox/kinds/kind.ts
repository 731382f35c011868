import { embedded } from '#content/embedded.ts';
import { hasAt, notEmpty, type Rule } from '#enquiry/validation.ts';
import { idPattern } from '#model/vocabulary.ts';

/** The typed values. */
export type Fields = Readonly<Record<string, string>>;

export interface InputAttributes {
  type?: 'email';
  autoComplete?: string;
  rows?: number;
  required?: boolean;
  hint?: string;
}

interface KindField {
  name: string;
  label: string;
  rules: readonly Rule[];
  /** The labels of the values of a list. */
  valueLabels?: Readonly<Record<string, string>>;
  /** `{}` is a text input; null is not shown. */
  input: InputAttributes | null;
}

const { messages } = embedded;

/** Returns the required field for a visitor's email address. */
export const emailField = (label: string): KindField => ({
  name: 'email',
  label,
  rules: [notEmpty(messages.email), hasAt(messages.emailFormat)],
  input: { type: 'email', autoComplete: 'email', required: true },
});

export interface Kind {
  /** The sentence before the reason for a failure (behavior 6.1); null for the enquiry, whose reasons stand alone. */
  failurePrefix: string | null;
  /** Whether submissions are kept beyond the policy's period (behavior 8.2). */
  isKept: boolean;
  /** The fields in the order of checks, mail, and inbox. */
  fields: readonly KindField[];
  /**
   * Parts of the subject: name, firm, topic, urgency; empty ones are left out. Stored fields can be older than the
   * code, so any field may be missing, here and below.
   */
  summary: (fields: Fields) => readonly string[];
  /** Submissions with equal keys are stored once; the default key consists of the fields and the form's id. */
  dedupeKey?: (fields: Fields) => string;
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the label of a list's value, words for an id that is no longer in the list, or the typed text. */
export const readable = (
  valueLabels: Readonly<Record<string, string>> = {},
  value: string,
): string => {
  if (Object.hasOwn(valueLabels, value)) return valueLabels[value] ?? value;
  const isList = Object.keys(valueLabels).length > 0;
  return isList && idPattern.test(value) ? capitalize(value.replaceAll('-', ' ')) : value;
};
