/** Something wrong in a source, with where it stands and how to mend it. */
export interface Mistake {
  file: string;
  /** Line in the file, from 1. Absent when the mistake is not in one place. */
  line?: number | undefined;
  text: string;
}

/** A mistake as one line: `content/resume.md:12: …`. */
export const formatMistake = ({ file, line, text }: Mistake): string =>
  line === undefined ? `${file}: ${text}` : `${file}:${line}: ${text}`;

/** Thrown when documents cannot be set; its message lists every mistake. */
export class DocumentMistakes extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(
      `The documents have mistakes:\n${mistakes.map((mistake) => `  - ${formatMistake(mistake)}`).join('\n')}`,
    );
    this.name = 'DocumentMistakes';
    this.mistakes = mistakes;
  }
}
