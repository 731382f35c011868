/** Returns a function that computes a value once. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/**
 * Returns a cache: a function that returns the value of a key, and computes it only if it is not cached.
 * @param most the maximum number of values, because visitors choose some of the keys; a full cache is emptied
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
