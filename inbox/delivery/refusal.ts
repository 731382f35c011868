/** An answer over HTTP that is no success. */
export class HttpError extends Error {
  readonly status: number;
  /** The message without the words of the service. */
  readonly inShort: string;

  constructor(who: string, status: number, reason = '') {
    const inShort = `${who} answered ${status}`;
    super(`${inShort}${reason && `: ${reason}`}`);
    this.status = status;
    this.inShort = inShort;
  }
}

/** Commands of SMTP before the first that names a visitor. */
const aboutTheOwner = /^(?:AUTH|EHLO|HELO|LHLO|STARTTLS|MAIL FROM)/;

const withoutWords = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof HttpError) return cause.inShort;
  // Nodemailer's, where a server has answered.
  const { response, command } = cause as { response?: unknown; command?: unknown };
  if (typeof response !== 'string' || aboutTheOwner.test(String(command))) return cause.message;
  const [codes = 'nonsense'] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
  return `The mail server answered ${codes.replace('-', ' ')} to ${command}`;
};

/** In one line that no terminal obeys. */
const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Why a mail of nobody's, or none at all, failed: in the words of the server, for the owner. */
export const describeInWords = (cause: unknown): string =>
  inOneLine(cause instanceof Error ? cause.message : String(cause));

/**
 * Why the mail of a visitor failed, for the log. Of what the server answered to that mail there are the codes
 * alone (RFC 5321, RFC 3463): its words can name the visitor, in any spelling. Elsewhere addresses are left out.
 */
export const describeFailure = (cause: unknown): string =>
  inOneLine(
    withoutWords(cause)
      .slice(0, 1000)
      .replace(/("[^"]*"|[^\s<>"'])*(?:@|%40)[^\s<>"']*/g, '(address)'),
  );

/** Those that ask to come again: timeout, conflict, too early, too many. */
const passingStatuses = [408, 409, 425, 429];
/** SMTP's bad sequence of commands is about the session, not about the mail. */
const badSequence = 503;

/** Whether the next attempt would hear the same, unless somebody changes something. */
export const isRefusedForGood = (cause: unknown): boolean => {
  if (cause instanceof HttpError) {
    return cause.status >= 400 && cause.status < 500 && !passingStatuses.includes(cause.status);
  }
  // Nodemailer's.
  const reply = cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : 0;
  return reply >= 500 && reply !== badSequence;
};
