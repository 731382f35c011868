export interface Mistake {
  file: string;
  /** The line from 1; absent when the mistake is not in one place. */
  line?: number | undefined;
  text: string;
}

/** Returns a mistake as `file:line: text`. */
export const formatMistake = ({ file, line, text }: Mistake): string =>
  line === undefined ? `${file}: ${text}` : `${file}:${line}: ${text}`;
