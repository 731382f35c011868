import type { Mistake } from '#model/mistake.ts';

/** What keeps the site from being published is an error. The file of a variable is `environment`. */
export interface Finding extends Mistake {
  severity: 'error' | 'warning';
  /** What to do: a sentence. */
  fix: string;
  isSample?: true;
}

const finder =
  (severity: Finding['severity']) =>
  (file: string, field: string, message: string, fix: string): Finding => {
    return { severity, file, field, message, fix };
  };

export const error = finder('error');
export const warning = finder('warning');

/** The field of a finding about a file as a whole. */
export const wholeFile = 'the whole file';
