export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Like `Object.fromEntries`, but keeps the type of the names. Each name must have an entry. */
export const recordOf = <const Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Record<Name, Value> => Object.fromEntries(entries) as Record<Name, Value>;
