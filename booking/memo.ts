/** Returns a function that computes a value once. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/**
 * Returns a function that computes the value of a key once, as long as the value is cached.
 * @param most the maximum number of values, because strangers choose some of the keys
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
