/** Values at a time: visitors choose what some are kept by, and a page of times can have 200 KB. */
const most = 30;

/** Returns a function that computes the value of a key once, for as long as it is kept. */
export const createMemo = <Value extends NonNullable<unknown>>() => {
  const known = new Map<string, Value>();
  return (key: string, compute: () => Value): Value => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = compute();
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
};
