/** How two readers judged the same cases: counts of each pair of verdicts, made up. */
export const twoReaders = { bothFraud: 80, bothGood: 90, onlyFirst: 20, onlySecond: 10 } as const;

/**
 * Cohen's kappa: agreement beyond what two readers of these habits would reach by chance.
 * @returns observed and expected agreement between 0 and 1, and kappa, 1 for perfect agreement
 */
export const cohensKappa = ({
  bothFraud,
  bothGood,
  onlyFirst,
  onlySecond,
}: Record<keyof typeof twoReaders, number>): {
  observed: number;
  expected: number;
  kappa: number;
} => {
  const cases = bothFraud + bothGood + onlyFirst + onlySecond;
  const first = (bothFraud + onlyFirst) / cases;
  const second = (bothFraud + onlySecond) / cases;
  const observed = (bothFraud + bothGood) / cases;
  const expected = first * second + (1 - first) * (1 - second);
  return { observed, expected, kappa: (observed - expected) / (1 - expected) };
};
