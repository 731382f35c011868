export interface Mistake {
  /** The path in the project. */
  file: string;
  /** The line from 1, where it is known. */
  line?: number | undefined;
  /** A field such as `items[1].duration`, a line, or an element. */
  field: string;
  /** Names the field itself where that is needed. */
  message: string;
}

/** Formats the mistakes in `content/`. */
export const formatMistakes = (mistakes: readonly Mistake[]): string =>
  [
    'The content has mistakes:',
    ...mistakes.map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message}`),
  ].join('\n  - ');
