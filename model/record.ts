export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a record with the same names, whose values are changed. */
export const mapRecord = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** Like `Object.fromEntries`, but keeps the type of the names. Each name must have an entry. */
export const recordOf = <const Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Record<Name, Value> => Object.fromEntries(entries) as Record<Name, Value>;
