import { bestThreshold, dayAt, ordersBetween, shop } from './shop.ts';

/** The normal distribution's quantile for intervals of 95 %. */
const z = 1.959964;

/** Wilson's 95 % interval of a share; the textbook's goes below zero for small counts. */
export const wilson = (found: number, sample: number) => {
  const share = found / sample;
  const centre = share + z ** 2 / (2 * sample);
  const spread = z * Math.sqrt((share * (1 - share)) / sample + z ** 2 / (4 * sample ** 2));
  const scale = 1 + z ** 2 / sample;
  return { low: Math.max(0, (centre - spread) / scale), high: (centre + spread) / scale };
};

const days = 7;

/** A week's approved orders in a band of scores: frauds in a sample, and in truth. */
const stratum = (from: number, to: number, sample: number) => {
  const { all, fraud } = ordersBetween(from, to);
  const orders = all * days;
  const found = Math.round((fraud / all) * sample);
  const interval = wilson(found, sample);
  return {
    from,
    to,
    orders,
    truth: fraud * days,
    sample,
    found,
    estimate: (found / sample) * orders,
    low: interval.low * orders,
    high: interval.high * orders,
  };
};

/** Sampled most where the model is least sure. */
export const strata = [stratum(0, 30, 100), stratum(30, 45, 300), stratum(45, bestThreshold, 600)];

/** Chapman's estimate of what two independent detectors look for. */
export const chapman = (first: number, second: number, both: number): number =>
  ((first + 1) * (second + 1)) / (both + 1) - 1;

// Made up.
export const twoDetectors = { reports: 240, model: 400, both: 80 } as const;

/** Rule of three: good cases to read to bound the frauds in `orders`. */
export const neededToBound = (orders: number, ceiling: number): number => 3 / (ceiling / orders);

/** Declines that are approved at random to learn from them. */
export const holdout = { share: 0.02, days: 90 } as const;

export const holdoutBill = () => {
  const { fraudCaught, goodDeclined } = dayAt(bestThreshold);
  const fraud = fraudCaught * holdout.share * holdout.days;
  const good = goodDeclined * holdout.share * holdout.days;
  const sample = fraud + good;
  const { low, high } = wilson(fraud, sample);
  const fraudCost = Math.round(fraud * shop.lossPerFraud);
  const goodSaved = Math.round(good * shop.lossPerDecline);
  return {
    sample,
    fraud,
    good,
    fraudCost,
    goodSaved,
    bill: fraudCost - goodSaved,
    precision: fraud / sample,
    // Half of the 95 % interval of the precision.
    margin: (high - low) / 2,
  };
};
