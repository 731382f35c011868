import type { Mistake } from '#content/schema/mistake.ts';

/** Only an error keeps the site from being published. */
export type Severity = 'error' | 'warning' | 'note';

/** The file of a variable is `environment`, and its field the name. */
export interface Finding extends Mistake {
  severity: Severity;
  /** A sentence. */
  fix: string;
  isSample?: true;
}

export const error = (file: string, field: string, message: string, fix: string): Finding => ({
  severity: 'error',
  message,
  file,
  field,
  fix,
});
