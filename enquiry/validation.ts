import { isBlank, segments } from './characters.ts';

/** Returns the message about a mistake in a value, or null. */
export type Rule = (value: string) => string | null;

export const notEmpty =
  (message: string): Rule =>
  (value) =>
    isBlank(value) ? message : null;

/** An @ is enough: only the mail server knows whether an address exists (behavior 3.5). */
export const hasAt =
  (message: string): Rule =>
  (value) =>
    value.includes('@') ? null : message;

/** Returns whether an email address is empty, or has a name and a domain with a dot. */
export const looksComplete = (address: string): boolean =>
  /^(?:[^\s@]+@(?:[^\s@.,;]+\.)+[^\s@.,;]{2,})?$/.test(address.trim());

/** Matches zero-width characters, which pasted text may contain. */
const withoutWidth = /^\p{Default_Ignorable_Code_Point}+$/u;

/** Returns a rule for a minimum length, in characters as a reader counts them, without spaces around the text. */
export const hasLength =
  (minimum: number, message: string): Rule =>
  (value) => {
    let count = 0;
    for (const { segment } of segments(value.trim())) {
      if (!withoutWidth.test(segment)) count++;
      if (count === minimum) return null;
    }
    return message;
  };

export interface ValidationError<Name extends string = string> {
  field: Name;
  message: string;
}

/** Returns the message of the first rule that fails, with its field, or null. */
export const findError = <Name extends string>(
  fields: readonly { name: Name; rules: readonly Rule[] }[],
  values: Readonly<Record<Name, string>>,
): ValidationError<Name> | null => {
  for (const { name, rules } of fields) {
    for (const rule of rules) {
      const message = rule(values[name]);
      if (message !== null) return { field: name, message };
    }
  }
  return null;
};
