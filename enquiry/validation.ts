/** What must hold for a value: says what is wrong with it, or null. */
export type Rule = (value: string) => string | null;

/** More than spaces. */
export const notEmpty =
  (message: string): Rule =>
  (value) =>
    value.trim() === '' ? message : null;

/** Passes for an address; only its mailbox knows whether there is one (behavior 3.5). */
export const hasAt =
  (message: string): Rule =>
  (value) =>
    value.includes('@') ? null : message;

/** At least so many characters, not counting spaces around them. */
export const hasLength =
  (minimum: number, message: string): Rule =>
  (value) =>
    value.trim().length < minimum ? message : null;

/** The first thing wrong with what was typed. */
export interface ValidationError<Name extends string = string> {
  field: Name;
  message: string;
}

/**
 * Checks each field by its rules, in their order.
 * @returns the first failing rule, or null when all hold
 */
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
