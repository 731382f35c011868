import { attempt } from './browser.ts';

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

export type ErrorReport = Pick<ErrorLogEntry, 'type' | 'message' | 'context'> &
  Partial<ErrorLogEntry>;

const errorLogLimit = 50;

let entries: readonly ErrorLogEntry[] = [];

/** The log, oldest entry first. */
export const errorLog = (): readonly ErrorLogEntry[] => entries;

/** Adds an entry to the log. @param thrown an error whose stack is logged, if it can be read */
export const logError = (report: ErrorReport, thrown?: unknown): void => {
  const stack = attempt(() => (thrown instanceof Error ? thrown.stack : null)) ?? null;
  const timestamp = new Date().toISOString();
  entries = [...entries, { status: null, stack, timestamp, ...report }].slice(-errorLogLimit);
};

/** Returns the message of anything that can be thrown. */
export const messageOf = (thrown: unknown): string =>
  attempt(() => String(thrown instanceof Error ? thrown.message : thrown)) ?? 'unknown';
