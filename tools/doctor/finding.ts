import type { Mistake } from '#content/schema/mistake.ts';

/** An error must not be published; a warning should be looked at; a note is only to be known. */
export type Severity = 'error' | 'warning' | 'note';

/** What the doctor finds. Its file is `environment` and its field the name where a variable is meant. */
export interface Finding extends Mistake {
  severity: Severity;
  /** How to fix it, as a sentence. */
  fix: string;
  /** Belongs to the sample that the project comes with. */
  isSample?: true;
}

export const error = (file: string, field: string, message: string, fix: string): Finding => ({
  severity: 'error',
  message,
  file,
  field,
  fix,
});
