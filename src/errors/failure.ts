import { attempt } from '#src/attempt.ts';

/** Causes are for the console and the log, never for the page. */
export type Failure =
  /** The browser was offline all the time: nothing left it. */
  | { kind: 'offline'; cause: unknown }
  /** Also blocked by CORS. The call may have had its effect. */
  | { kind: 'network'; cause: unknown }
  /** The call may have had its effect. */
  | { kind: 'timeout'; cause: unknown }
  /** `message` is the service's own. */
  | { kind: 'status'; status: number; message: string | null }
  /** Status 200 with a body that reports a failure. */
  | { kind: 'rejected'; message: string | null }
  | { kind: 'unexpected'; cause: unknown };

/** Returns the message of anything that can be thrown. */
export const messageOf = (thrown: unknown): string =>
  attempt(() => String(thrown instanceof Error ? thrown.message : thrown)) ?? 'unknown';

/** One line for the console and the log. */
export const describeCause = (failure: Failure): string => {
  if ('cause' in failure) {
    const { kind, cause } = failure;
    return `${kind}: ${messageOf(cause)}`;
  }
  const what = failure.kind === 'status' ? `status ${failure.status}` : failure.kind;
  return failure.message === null ? what : `${what}: ${failure.message}`;
};
