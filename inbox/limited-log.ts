/** Logs a failure, without anything that visitors typed. */
export type LogError = (message: string, cause: unknown) => void;

/** The maximum number of failures in a period, and the milliseconds of the period. */
const most = 10;
const period = 10_000;

const logError: LogError = (message, cause) =>
  cause === null ? console.error(message) : console.error(message, cause);

/** Returns a log that limits a flood of failures. @param elapsed monotonic milliseconds */
export const limitLog = (
  log: LogError = logError,
  elapsed: () => number = () => performance.now(),
): LogError => {
  let endsAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (message, cause) => {
    const now = elapsed();
    if (now >= endsAt) {
      if (count > most) log(`Not written: ${count - most} failures.`, null);
      endsAt = now + period;
      count = 0;
    }
    count++;
    if (count <= most) log(message, cause);
    else if (count === most + 1) {
      log(`More failures follow, which are only counted for ${period / 1000} s.`, null);
    }
  };
};
