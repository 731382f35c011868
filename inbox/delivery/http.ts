import { setTimeout } from 'node:timers/promises';
import { isRecord } from '#model/record.ts';

/** Milliseconds for a whole attempt; less than the first pause, after which another process may try. */
export const attemptLimit = 20_000;

/** An HTTP answer other than success. Its message has no words of the service, which can name a visitor. */
export class HttpError extends Error {
  /** Its status, and the service's own name for the error and words, if any. */
  readonly answer: { status: number; name: unknown; words: unknown };

  constructor(message: string, answer: HttpError['answer']) {
    super(message);
    this.answer = answer;
  }
}

/** The longest wait, in milliseconds, for a limit per second, such as Resend's. A daily limit takes longer. */
const longestPause = 5000;

/** Google Apps Script redirects to its answer once it has run (developers.google.com/apps-script/guides/content). */
const appsScriptAnswer = 'https://script.googleusercontent.com/';

/**
 * Sends a request to a service, and repeats it if the service has too many requests at the moment.
 * @param sender the service in words, for errors
 * @returns the headers of the answer
 * @throws HttpError
 */
export const ask = async (
  sender: string,
  url: string,
  init: RequestInit,
  timeLimit = attemptLimit,
): Promise<Headers> => {
  const signal = AbortSignal.timeout(timeLimit);
  for (;;) {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const location = response.headers.get('location') ?? '';
    const isDone = response.ok || location.startsWith(appsScriptAnswer);
    if (isDone) {
      await response.body?.cancel();
      return response.headers;
    }
    const body: unknown = await response.json().catch(() => null);
    // resend.com/docs/api-reference/errors
    const { name, message: words } = isRecord(body) ? body : {};
    const { status } = response;
    const failure = new HttpError(`${sender} answered ${status}`, { status, name, words });
    // In seconds. Without the header, or with a date, the pause is not a number.
    const pause = Number(response.headers.get('retry-after') ?? '-') * 1000 + 100;
    if (status !== 429 || !(pause <= longestPause)) throw failure;
    await setTimeout(pause, undefined, { signal }).catch(() => {
      throw failure;
    });
  }
};
