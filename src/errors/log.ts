/** An entry of the error log (behavior 6.4). */
interface ErrorLogEntry {
  type:
    | 'javascript_error'
    | 'promise_rejection'
    | 'api_error'
    | 'analytics_error'
    | 'network_error';
  message: string;
  context: string;
  status: number | null;
  stack: string | null;
  /** ISO 8601, UTC. */
  timestamp: string;
  filename?: string;
  line?: number;
  column?: number;
}

const errorLogLimit = 50;

let entries: readonly ErrorLogEntry[] = [];

/** The log, oldest entry first. */
export const errorLog = (): readonly ErrorLogEntry[] => entries;

export type ErrorReport = Pick<ErrorLogEntry, 'type' | 'message' | 'context'> &
  Partial<ErrorLogEntry>;

/** Adds an entry to the log. */
export const logError = (report: ErrorReport): void => {
  const entry = { status: null, stack: null, timestamp: new Date().toISOString(), ...report };
  entries = [...entries, entry].slice(-errorLogLimit);
};
