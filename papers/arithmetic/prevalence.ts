import { holdout, review, sampling, shop, type twoReaders } from '../assumptions.ts';
import { bestThreshold, dayAt, ordersBetween } from './shop.ts';

/** The normal distribution's quantile for intervals of 95 %. */
const z = 1.959964;

/** Wilson's 95 % interval of a share; the textbook's goes below zero for small counts. */
export const wilson = (found: number, sample: number) => {
  const share = found / sample;
  const center = share + z ** 2 / (2 * sample);
  const spread = z * Math.sqrt((share * (1 - share)) / sample + z ** 2 / (4 * sample ** 2));
  const scale = 1 + z ** 2 / sample;
  return { low: Math.max(0, (center - spread) / scale), high: (center + spread) / scale };
};

const days = 7;

/** Share of fraud that readers recognize. */
const sensitivity = 1 - review.missed;

/**
 * A week's approved orders in a band of scores: frauds in a sample, and in truth. What a reader
 * takes for fraud is confirmed, so no good order is counted; `falseAlarms` are the good ones among
 * those. The estimate is Rogan and Gladen's (American Journal of Epidemiology 107,
 * 1978) for a test that misses and never errs the other way.
 */
const stratum = (from: number, to: number, sample: number) => {
  const { all, fraud, good } = ordersBetween(from, to);
  const orders = all * days;
  const found = Math.round((fraud / all) * sample * sensitivity);
  const interval = wilson(found, sample);
  return {
    from,
    to,
    orders,
    truth: fraud * days,
    sample,
    found,
    falseAlarms: (good / all) * sample * review.wronged,
    estimate: (found / sample / sensitivity) * orders,
    low: (interval.low / sensitivity) * orders,
    high: (interval.high / sensitivity) * orders,
  };
};

export const strata = sampling.map(({ from, sample }, index) =>
  stratum(from, sampling[index + 1]?.from ?? bestThreshold, sample),
);

/**
 * The 95 % interval of a sum of estimates, from their own intervals (Zou and Donner, Statistics in
 * Medicine 27, 2008).
 */
export const totalInterval = (parts: readonly ReturnType<typeof stratum>[] = strata) => {
  const distance = (end: 'low' | 'high'): number =>
    Math.hypot(...parts.map((part) => part.estimate - part[end]));
  const total = parts.reduce((sum, { estimate }) => sum + estimate, 0);
  return { low: total - distance('low'), high: total + distance('high') };
};

/**
 * Hours, shifts and dollars for a week's readings and the confirmations of what they take for
 * fraud, and how many of both are made a day.
 */
export const sampleBill = (parts: readonly ReturnType<typeof stratum>[] = strata) => {
  const readings = parts.reduce((sum, { sample }) => sum + sample, 0);
  const confirmed = parts.reduce(
    (sum, { found, falseAlarms }) => sum + Math.round(found) + Math.round(falseAlarms),
    0,
  );
  const shiftsFor = (minutes: number): number => minutes / 60 / review.productiveHours;
  const dollarsFor = (minutes: number): number =>
    Math.round(shiftsFor(minutes) * review.paidHours * review.costPerHour);
  const minutes = {
    reading: readings * review.minutesPerCase,
    confirming: confirmed * review.minutesPerConfirmation,
  };
  const reading = dollarsFor(minutes.reading);
  const confirming = dollarsFor(minutes.confirming);
  const week = reading + confirming;
  return {
    confirmed,
    hours: (minutes.reading + minutes.confirming) / 60,
    shifts: shiftsFor(minutes.reading + minutes.confirming),
    reading,
    confirming,
    week,
    year: (week * 365) / days,
    perDay: readings / days,
  };
};

/**
 * Returns as many readings, split so that the interval of the total is shortest (Neyman, 1934), in whole
 * fifties; `ceiling` is what then is the upper end for the lowest band when nothing is found in it.
 */
export const splitForTotal = () => {
  const weights = strata.map(({ orders, truth }) => {
    const share = (truth / orders) * sensitivity;
    return orders * Math.sqrt(share * (1 - share));
  });
  const readings = strata.reduce((sum, { sample }) => sum + sample, 0);
  const all = weights.reduce((sum, weight) => sum + weight);
  const [low = 0, middle = 0, high = 0] = weights.map(
    (weight) => Math.round((readings * weight) / all / 50) * 50,
  );
  const ceiling = (wilson(0, low).high / sensitivity) * (strata[0]?.orders ?? 0);
  return { low, middle, high, ceiling };
};

/** Chapman's estimate of what two independent detectors look for. */
export const chapman = (first: number, second: number, both: number): number =>
  ((first + 1) * (second + 1)) / (both + 1) - 1;

/** Wilson's upper bound when nothing is found in n is `squared` ÷ (n + `squared`). */
export const squared = z ** 2;

/** Cases to read and find no fraud in, so that the interval of the frauds in `orders` ends at `ceiling`. */
export const neededToBound = (orders: number, ceiling: number): number =>
  squared * (orders / (ceiling * sensitivity) - 1);

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
