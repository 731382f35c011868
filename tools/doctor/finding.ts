import type { Mistake } from '#model/mistake.ts';

/** Only an error keeps the site from being published. */
export type Severity = 'error' | 'warning' | 'note';

/** The file of a variable is `environment`, and its field the name. */
export interface Finding extends Mistake {
  severity: Severity;
  /** A sentence. */
  fix: string;
  isSample?: true;
}

const finder =
  (severity: Severity) =>
  (file: string, field: string, message: string, fix: string): Finding => ({
    severity,
    message,
    file,
    field,
    fix,
  });

export const error = finder('error');
export const warning = finder('warning');
