/**
 * The queue with one more item at its end, oldest items dropped beyond the limit.
 * @param limit most items to keep
 */
export const appendBounded = <Item>(
  queue: readonly Item[],
  item: Item,
  limit: number,
): readonly Item[] => [...queue, item].slice(-limit);
