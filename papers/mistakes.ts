export interface Mistake {
  file: string;
  /** From 1; absent when the mistake is not in one place. */
  line?: number | undefined;
  text: string;
}

export const formatMistake = ({ file, line, text }: Mistake): string =>
  line === undefined ? `${file}: ${text}` : `${file}:${line}: ${text}`;

/** Thrown when papers cannot be made; its message lists every mistake. */
export class DocumentMistakes extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(
      `The papers have mistakes:\n${mistakes.map((mistake) => `  - ${formatMistake(mistake)}`).join('\n')}`,
    );
    this.name = 'DocumentMistakes';
    this.mistakes = mistakes;
  }
}
