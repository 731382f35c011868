import { track } from '#src/analytics/track.ts';
import { attempt } from '#src/attempt.ts';
import { describeCause, type Failure } from './failure.ts';
import { type ErrorReport, logError } from './log.ts';

/** Logs an error, and reports it to analytics. */
export const reportError = (report: ErrorReport, thrown?: unknown): void => {
  const { type, message, context } = report;
  const stack = attempt(() => (thrown instanceof Error ? thrown.stack : null)) ?? null;
  logError({ ...report, stack });
  void track({ name: 'error', type, message, context });
};

/** Logs a failed call, reports it, and prints it on the console. */
export const reportFailure = (context: string, failure: Failure): void => {
  const message = describeCause(failure);
  const status = failure.kind === 'status' ? failure.status : null;
  const isNetwork = ['offline', 'network', 'timeout'].includes(failure.kind);
  reportError(
    { type: isNetwork ? 'network_error' : 'api_error', message, context, status },
    'cause' in failure ? failure.cause : null,
  );
  console.warn(`${context}: ${message}`);
};
