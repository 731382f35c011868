import type { twoReaders } from '../assumptions.ts';
import { squared } from './prevalence.ts';

/** Cohen's kappa with its 95 % interval: 0 is agreement by chance, 1 is perfect. */
export const cohensKappa = ({
  bothFraud,
  bothGood,
  onlyFirst,
  onlySecond,
}: Record<keyof typeof twoReaders, number>) => {
  const cases = bothFraud + bothGood + onlyFirst + onlySecond;
  const first = (bothFraud + onlyFirst) / cases;
  const second = (bothFraud + onlySecond) / cases;
  const observed = (bothFraud + bothGood) / cases;
  const expected = first * second + (1 - first) * (1 - second);
  const kappa = (observed - expected) / (1 - expected);
  // From Cohen's own standard error.
  const spread = Math.sqrt((squared * observed * (1 - observed)) / cases) / (1 - expected);
  return { observed, expected, kappa, low: kappa - spread, high: kappa + spread };
};
