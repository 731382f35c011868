/** The queue with one more item, without its oldest items beyond the limit. */
export const appendBounded = <Item>(
  queue: readonly Item[],
  item: Item,
  limit: number,
): readonly Item[] => [...queue, item].slice(-limit);
