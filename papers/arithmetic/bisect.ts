/** The value between two below which `isBelow` holds, by halving the interval. */
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
