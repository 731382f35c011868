/**
 * What can go wrong in a call, as a value. Raw causes are for the console and the log; the words a
 * visitor reads come from `catalogue.ts`.
 */
export type Failure =
  /** No answer arrived: offline, refused, reset, blocked by CORS. The call may have had its effect. */
  | { kind: 'network'; cause: unknown }
  /** No complete answer within the time limit. The call may have had its effect. */
  | { kind: 'timeout'; cause: unknown }
  /** An answer with a status other than success. `message` is the service's own, if it gave one. */
  | { kind: 'status'; status: number; message: string | null }
  /** Status 200, but the body says that it did not work. */
  | { kind: 'rejected'; message: string | null }
  /** Anything else, such as a browser function that threw. */
  | { kind: 'unexpected'; cause: unknown };

/** One line for the console and the log. */
export const describeCause = (failure: Failure): string => {
  switch (failure.kind) {
    case 'status':
      return `status ${failure.status}${failure.message === null ? '' : `: ${failure.message}`}`;
    case 'rejected':
      return `rejected${failure.message === null ? '' : `: ${failure.message}`}`;
    case 'network':
    case 'timeout':
    case 'unexpected':
      return `${failure.kind}: ${failure.cause instanceof Error ? failure.cause.message : String(failure.cause)}`;
  }
};
