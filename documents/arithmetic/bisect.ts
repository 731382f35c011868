/** The value from `low` to `high` below which `isBelow` holds, found by halving the interval. */
export const bisect = (
  low: number,
  high: number,
  isBelow: (value: number) => boolean,
  steps = 60,
): number => {
  let [from, to] = [low, high];
  for (let step = 0; step < steps; step++) {
    const middle = (from + to) / 2;
    if (isBelow(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
};
