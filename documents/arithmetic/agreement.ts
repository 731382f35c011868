import type { twoReaders } from './assumptions.ts';
/** Cohen's kappa: 0 is agreement by chance, 1 is perfect. */
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
  return { observed, expected, kappa: (observed - expected) / (1 - expected) };
};
