/** A text that names no point in time. */
export class PeriodError extends Error {
  override name = 'PeriodError';
}

const setters = {
  d: (date: Date, count: number) => date.setUTCDate(date.getUTCDate() - count),
  w: (date: Date, count: number) => date.setUTCDate(date.getUTCDate() - 7 * count),
  m: (date: Date, count: number) => date.setUTCMonth(date.getUTCMonth() - count),
  y: (date: Date, count: number) => date.setUTCFullYear(date.getUTCFullYear() - count),
};

/**
 * The time that an owner means by a date (`2026-01-31`, from its beginning, UTC) or by how long ago
 * it was (`7d`, `2w`, `3m`, `2y`).
 * @param option name of the option, for the message
 * @throws PeriodError saying what was expected
 */
export const parseTime = (option: string, text: string, now: Date): Date => {
  const [, count, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const date = new Date(now);
    setters[unit as keyof typeof setters](date, Number(count));
    return date;
  }
  const date = new Date(`${text}T00:00:00.000Z`);
  if (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  ) {
    return date;
  }
  throw new PeriodError(
    `${option} must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "${text}"`,
  );
};
