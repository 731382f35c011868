import { HttpError } from './http.ts';

/** Returns one line without control characters, on which a terminal would act. */
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

const messageOf = ({ message, cause }: Error): string => {
  // The reason why `fetch` failed, such as ENOTFOUND.
  const { code } = (cause ?? {}) as { code?: unknown };
  return inOneLine(code ? `${message} (${code})` : message);
};

/** Returns the reason for a failure in the server's words: only for a mail that is not about a visitor. */
export const describeInWords = (cause: unknown): string => {
  if (!(cause instanceof Error)) return inOneLine(String(cause));
  const words = cause instanceof HttpError && cause.answer.words;
  return inOneLine(words ? `${cause.message}: ${words}` : messageOf(cause));
};

/**
 * Returns the reason for a failure, for the log. It has the codes of a server's answer (RFC 5321, RFC 3463) but not
 * its words, which can name the visitor, and no message with an address.
 */
export const describeFailure = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'unknown';
  // Nodemailer's properties after an answer.
  const { response, command } = cause as { response?: unknown; command?: unknown };
  if (typeof response === 'string') {
    const [codes = 'nonsense'] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
    return `The mail server answered ${codes.replace('-', ' ')} to ${command}`;
  }
  return /@|%40/.test(cause.message) ? cause.name : messageOf(cause);
};
