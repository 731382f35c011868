/** Returns a function that computes a value once. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/**
 * Returns a function that computes the value of a key once, for as long as it is kept.
 * @param most values at a time: strangers choose what some are kept by
 */
export const createMemo = <Key, Value extends NonNullable<unknown>>(most: number) => {
  const known = new Map<Key, Value>();
  return (key: Key, compute: () => Value): Value => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = compute();
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
};
