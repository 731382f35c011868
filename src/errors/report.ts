import { track } from '#src/analytics/track.ts';
import { describeCause, type Failure } from './failure.ts';
import { type ErrorReport, type ErrorType, logError } from './log.ts';

/** Logs an error, with the stack of what was thrown, and reports it to analytics. */
export const reportError = (report: ErrorReport): void => {
  logError(report);
  void track({
    name: 'error',
    type: report.type,
    message: report.message,
    context: report.context,
  });
};

/** Logs a failed call, reports it to analytics, and prints it on the console. */
export const reportFailure = (context: string, failure: Failure): void => {
  const type: ErrorType =
    failure.kind === 'network' || failure.kind === 'timeout' ? 'network_error' : 'api_error';
  const message = describeCause(failure);
  const cause = 'cause' in failure ? failure.cause : null;
  reportError({
    type,
    message,
    context,
    status: failure.kind === 'status' ? failure.status : null,
    stack: cause instanceof Error ? (cause.stack ?? null) : null,
  });
  console.warn(`${context}: ${message}`);
};
