/** What the doctor finds: what is wrong, where it stands, and how to mend it. */

/**
 * An error must not be published; a warning should be looked at; a note is only to be known.
 */
export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  severity: Severity;
  /** What is wrong, as a sentence. */
  what: string;
  /** The file it stands in, as a path in the project; `environment` for variables. */
  file: string;
  /** The field, variable, line or element in that file. */
  field: string;
  /** How to mend it, as a sentence. */
  mend: string;
  /** Belongs to the sample that the project comes with. */
  isSample?: true;
}
