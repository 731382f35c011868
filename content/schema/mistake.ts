/** Something wrong in a file of the project, as a check finds it. */
export interface Mistake {
  /** As a path in the project. */
  file: string;
  /** Where in that file: a field such as `items[1].duration`, a line, an element. */
  field: string;
  /** What is wrong, in words that name the field where they need to. */
  message: string;
}

/** Mistakes for people, a line each, under what they are mistakes of. */
export const formatMistakes = (title: string, mistakes: readonly Mistake[]): string =>
  [title, ...mistakes.map(({ file, message }) => `  - ${file}: ${message}`)].join('\n');
