import type { Mistake } from '#model/mistake.ts';

/** A mistake in a variable, whose message begins with its name. */
export const mistakeIn = (name: string, what: string): Mistake => ({
  file: 'environment',
  field: name,
  message: `${name} ${what}`,
});
