/** Milliseconds for all of an attempt; less than the first pause, after which others may try. */
export const attemptLimit = 20_000;

/** An answer over HTTP that is no success, with the sender's own words and code, if it has any. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: unknown;
  /** The message without the words of the sender. */
  readonly inShort: string;

  constructor(sender: string, status: number, words: unknown = '', code: unknown = null) {
    const inShort = `${sender} answered ${status}`;
    super(typeof words === 'string' && words ? `${inShort}: ${words}` : inShort);
    this.status = status;
    this.code = code;
    this.inShort = inShort;
  }
}

/** Returns a text in one line that no terminal obeys. */
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Returns why a mail failed that no visitor wrote, or gets: in the words of the server, for the owner. */
export const describeInWords = (cause: unknown): string =>
  inOneLine(cause instanceof Error ? cause.message : String(cause));

/**
 * Returns why a mail of a visitor failed, for the log: of what a server answered the codes alone (RFC 5321,
 * RFC 3463), since its words can name the visitor; and no message with an address.
 */
export const describeFailure = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'unknown';
  if (cause instanceof HttpError) return cause.inShort;
  // Nodemailer's, where a server has answered.
  const { response, command } = cause as { response?: unknown; command?: unknown };
  if (typeof response === 'string') {
    const [codes = 'nonsense'] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
    return `The mail server answered ${codes.replace('-', ' ')} to ${command}`;
  }
  return /@|%40/.test(cause.message) ? cause.name : inOneLine(cause.message);
};
