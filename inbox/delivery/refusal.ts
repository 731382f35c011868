/** An answer over HTTP that is no success. */
export class HttpError extends Error {
  readonly status: number;

  constructor(who: string, status: number, reason = '') {
    super(`${who} answered ${status}${reason && `: ${reason}`}`);
    this.status = status;
  }
}

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
