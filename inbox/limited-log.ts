/** Never given what visitors typed. */
export type LogError = (message: string, cause: unknown) => void;

/** Failures that are written in a period, and its milliseconds. */
const most = 10;
const period = 10_000;

/** Writes no more of a flood of failures than somebody reads. @param elapsed milliseconds, never set back */
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
