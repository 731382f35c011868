/** Logs a failure, without anything that visitors typed. */
export type LogError = (message: string, cause: unknown) => void;

/** The maximum number of failures in a period, and the milliseconds of the period. */
const most = 10;
const period = 10_000;

/** Returns a log that limits a flood of failures. @param elapsed monotonic milliseconds */
export const limitLog = (
  logError: LogError,
  elapsed: () => number = () => performance.now(),
): LogError => {
  let endsAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (message, cause) => {
    const now = elapsed();
    if (now >= endsAt) {
      if (count > most) logError(`Not written: ${count - most} failures.`, null);
      endsAt = now + period;
      count = 0;
    }
    count++;
    if (count <= most) logError(message, cause);
    else if (count === most + 1) {
      logError(`More failures follow, which are only counted for ${period / 1000} s.`, null);
    }
  };
};
