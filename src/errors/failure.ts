import { track } from '#src/analytics/track.ts';
import { type ErrorReport, logError, messageOf } from '#src/log.ts';

/** The causes go to the console and the log, never to the page. */
export type Failure =
  /** The browser was offline throughout, so it sent nothing. */
  | { kind: 'offline'; cause: unknown }
  /** Includes calls that CORS blocked. The call may have had its effect. */
  | { kind: 'network'; cause: unknown }
  /** The call may have had its effect. */
  | { kind: 'timeout'; cause: unknown }
  /** `message` is the service's own. */
  | { kind: 'status'; status: number; message: string | null }
  /** Status 200 with a body that reports a failure. */
  | { kind: 'rejected'; message: string | null }
  | { kind: 'unexpected'; cause: unknown };

/** Logs an error, and reports it to analytics. */
export const reportError = (report: ErrorReport, thrown?: unknown): void => {
  const { type, message, context } = report;
  logError(report, thrown);
  void track({ name: 'error', type, message, context });
};

/** Returns one line for the console and the log. */
const describeFailure = (failure: Failure): string => {
  if ('cause' in failure) return `${failure.kind}: ${messageOf(failure.cause)}`;
  const what = failure.kind === 'status' ? `status ${failure.status}` : failure.kind;
  return failure.message === null ? what : `${what}: ${failure.message}`;
};

/** Logs a failed call, reports it, and prints it on the console. */
export const reportFailure = (context: string, failure: Failure): void => {
  const message = describeFailure(failure);
  const status = failure.kind === 'status' ? failure.status : null;
  const isNetwork = ['offline', 'network', 'timeout'].includes(failure.kind);
  const type = isNetwork ? 'network_error' : 'api_error';
  reportError({ type, message, context, status }, 'cause' in failure ? failure.cause : null);
  console.warn(`${context}: ${message}`);
};
