import type { Mistake } from '#model/mistake.ts';

/**
 * What is wrong, in a file or a variable (`environment`). An error keeps the site from being published; the
 * field is empty where a whole file is meant.
 */
export interface Finding extends Mistake {
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
