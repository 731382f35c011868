/** Appends an item, and drops the oldest beyond the limit. */
export const appendBounded = <Item>(
  queue: readonly Item[],
  item: Item,
  limit: number,
): readonly Item[] => [...queue, item].slice(-limit);
