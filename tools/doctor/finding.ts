import type { Mistake } from '#model/mistake.ts';

/** A mistake in a field or in a whole file; the file of a variable is `environment`. */
export interface Finding extends Mistake {
  /** Only an error keeps the site from being published. */
  severity: 'error' | 'warning';
  /** What to do: a sentence. The message is one, too. */
  fix: string;
  /** Of the sample's texts in the file; empty for a file that is not text. */
  sampleLines?: number[];
}

export const error = (file: string, field: string, message: string, fix: string): Finding => {
  return { severity: 'error', file, field, message, fix };
};

export const warning = (...args: Parameters<typeof error>): Finding => {
  return { ...error(...args), severity: 'warning' };
};
