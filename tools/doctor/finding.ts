import type { Mistake } from '#model/mistake.ts';

/** What is wrong with a field or a whole file; the file of a variable is `environment`. */
export interface Finding extends Mistake {
  /** Only an error keeps the site from being published. */
  severity: 'error' | 'warning';
  /** What to do: a sentence. */
  fix: string;
  isSample?: true;
}

export const error = (file: string, field: string, message: string, fix: string): Finding => {
  return { severity: 'error', file, field, message, fix };
};

export const warning = (...args: Parameters<typeof error>): Finding => {
  return { ...error(...args), severity: 'warning' };
};
