import { bestThreshold, dayAt, ordersBetween, shop } from './shop.ts';

/** 97.5 % quantile of the normal distribution: the half-width of a 95 % interval. */
const z = 1.959964;

/**
 * Wilson's 95 % interval for a share, which behaves for small counts where the textbook one gives
 * a lower bound below zero.
 */
export const wilson = (found: number, sample: number): { low: number; high: number } => {
  const share = found / sample;
  const centre = share + z ** 2 / (2 * sample);
  const spread = z * Math.sqrt((share * (1 - share)) / sample + z ** 2 / (4 * sample ** 2));
  const scale = 1 + z ** 2 / sample;
  return { low: Math.max(0, (centre - spread) / scale), high: (centre + spread) / scale };
};

/** One band of scores, sampled at random and read by hand. */
export interface Stratum {
  from: number;
  to: number;
  /** Approved orders in a week. */
  orders: number;
  /** Fraud among them that the shop cannot see but the example can. */
  truth: number;
  sample: number;
  found: number;
  /** Estimate of the fraud in the stratum, in orders a week, with its 95 % interval. */
  estimate: number;
  low: number;
  high: number;
}

const days = 7;

const stratum = (from: number, to: number, sample: number): Stratum => {
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

/** A week of approved orders, sampled most heavily where the model is least sure. */
export const strata: Stratum[] = [
  stratum(0, 30, 100),
  stratum(30, 45, 300),
  stratum(45, bestThreshold, 600),
];

/** Chapman's estimate of a population seen by two independent detectors. */
export const chapman = (first: number, second: number, both: number): number =>
  ((first + 1) * (second + 1)) / (both + 1) - 1;

/** Accounts found by user reports, by the model, and by both: made up. */
export const twoDetectors = { reports: 240, model: 400, both: 80 } as const;

/** Cases to read, all of them good, before at most `ceiling` of `orders` can be fraud (3 / n). */
export const neededToBound = (orders: number, ceiling: number): number => 3 / (ceiling / orders);

/** A holdout at the best threshold: the share of declines let through at random, for how long. */
export const holdout = { share: 0.02, days: 90 } as const;

/** What the holdout contains and costs. Counts are orders, money is dollars. */
export const holdoutBill = (): {
  sample: number;
  fraud: number;
  good: number;
  fraudCost: number;
  goodSaved: number;
  bill: number;
  precision: number;
  /** Half the width of the 95 % interval of the precision. */
  margin: number;
} => {
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
    margin: (high - low) / 2,
  };
};
