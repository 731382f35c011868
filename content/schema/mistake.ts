export interface Mistake {
  /** As a path in the project. */
  file: string;
  /** A field such as `items[1].duration`, a line, or an element. */
  field: string;
  /** Names the field itself where that is needed. */
  message: string;
}

export const formatMistakes = (title: string, mistakes: readonly Mistake[]): string =>
  [title, ...mistakes.map(({ file, message }) => `  - ${file}: ${message}`)].join('\n');
