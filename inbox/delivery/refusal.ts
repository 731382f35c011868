/** Milliseconds for a whole attempt; less than the first pause, after which another process may try. */
export const attemptLimit = 20_000;

/** An HTTP answer other than success, with the message and code of its sender, if any. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: unknown;
  /** The message without that of the sender. */
  readonly inShort: string;

  constructor(sender: string, status: number, words: unknown = '', code: unknown = null) {
    const inShort = `${sender} answered ${status}`;
    super(typeof words === 'string' && words ? `${inShort}: ${words}` : inShort);
    this.status = status;
    this.code = code;
    this.inShort = inShort;
  }
}

/** Returns one line without control characters, which a terminal would obey. */
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Returns the reason of a failure in the words of the server: for the owner, about a mail without visitors. */
export const describeInWords = (cause: unknown): string =>
  inOneLine(cause instanceof Error ? cause.message : String(cause));

/**
 * Returns the reason of a failure for the log. It has the codes of a server's answer (RFC 5321, RFC 3463) but not
 * its words, which can name the visitor, and no message with an address.
 */
export const describeFailure = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'unknown';
  if (cause instanceof HttpError) return cause.inShort;
  // Nodemailer's properties after an answer.
  const { response, command } = cause as { response?: unknown; command?: unknown };
  if (typeof response === 'string') {
    const [codes = 'nonsense'] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
    return `The mail server answered ${codes.replace('-', ' ')} to ${command}`;
  }
  return /@|%40/.test(cause.message) ? cause.name : inOneLine(cause.message);
};
