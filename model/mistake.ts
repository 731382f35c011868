/** A failure whose message explains it to the owner. */
export class ExplainedError extends Error {}

/** Returns whether the message of a failure explains it to the owner, as those of the system do. Other failures are defects. */
export const isExplained = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  (cause instanceof ExplainedError || 'syscall' in cause || 'errcode' in cause);

export interface Mistake {
  /** The path in the project. */
  file: string;
  /** The line, counted from 1, if it is known. */
  line?: number | undefined;
  /** A field such as `items[1].duration`, a line, or an element. */
  field: string;
  /** Includes the name of the field where readers need it. */
  message: string;
}

/** Returns whether a field is at or below a path; the path of a whole file is empty. */
export const isWithin = (field: string, path: string): boolean =>
  path === '' || (field.startsWith(path) && /^(?:$|[.[])/.test(field.slice(path.length)));

/** Formats the mistakes in `content/`. */
export const formatMistakes = (mistakes: readonly Mistake[]): string =>
  [
    'The content has mistakes:',
    ...mistakes.map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message}`),
  ].join('\n  - ');
