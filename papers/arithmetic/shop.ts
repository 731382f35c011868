import {
  type Assumptions,
  betaAbove,
  betaDensity,
  cheapestThreshold,
  readThreshold,
  type Shape,
} from '../../src/threshold/model.ts';
import { shop } from '../assumptions.ts';
import { bisect } from './bisect.ts';

export const fraudPerDay = shop.ordersPerDay * shop.fraudShare;
export const goodPerDay = shop.ordersPerDay - fraudPerDay;

/** A day's orders and losses at a threshold. */
export const dayAt = (threshold: number, assumptions: Assumptions = shop) => {
  const reading = readThreshold(threshold, assumptions);
  const { fraudApproved, goodDeclined } = reading;
  const fraud = assumptions.ordersPerDay * assumptions.fraudShare;
  const good = assumptions.ordersPerDay - fraud;
  return {
    ...reading,
    fraudCaught: fraud - fraudApproved,
    goodApproved: good - goodDeclined,
    fraudLoss: fraudApproved * assumptions.lossPerFraud,
    declineLoss: goodDeclined * assumptions.lossPerDecline,
  };
};

/** A day's cost as it is printed: the sum of its rounded parts. */
export const shownCost = ({ fraudLoss, declineLoss }: ReturnType<typeof dayAt>): number =>
  Math.round(fraudLoss) + Math.round(declineLoss);

export const thresholds = Array.from({ length: 101 }, (_, threshold) => threshold);

export const bestThreshold: number = cheapestThreshold(shop);

/** The score that is most frequent. */
export const peakOf = ({ a, b }: Shape): number => (100 * (a - 1)) / (a + b - 2);

/** Orders a day whose score lies between two. */
export const ordersBetween = (from: number, to: number, assumptions: Assumptions = shop) => {
  const between = (shape: Shape) => betaAbove(from / 100, shape) - betaAbove(to / 100, shape);
  const { ordersPerDay, fraudShare, fraudulent, legitimate } = assumptions;
  const fraud = ordersPerDay * fraudShare * between(fraudulent);
  const good = ordersPerDay * (1 - fraudShare) * between(legitimate);
  return { good, fraud, all: good + fraud };
};

/** Returns the probability at a score that is not 0 or 100. */
export const probabilityOfFraud = (score: number): number => {
  const fraud = shop.fraudShare * betaDensity(score / 100, shop.fraudulent);
  const good = (1 - shop.fraudShare) * betaDensity(score / 100, shop.legitimate);
  return fraud / (fraud + good);
};

/** The inverse of `probabilityOfFraud`. */
export const scoreAtProbability = (probability: number): number =>
  bisect(0, 100, (score) => probabilityOfFraud(score) < probability);

/** Probability of fraud at which approving and declining cost the same. */
export const breakEvenFor = (lossPerFraud: number, lossPerDecline: number): number =>
  lossPerDecline / (lossPerDecline + lossPerFraud);

export const breakEvenProbability = breakEvenFor(shop.lossPerFraud, shop.lossPerDecline);

/** `standing` is a day's cost at the shop's own threshold when a decline costs `price`. */
export const sensitivityTo = (price: number) => {
  const truth = { ...shop, lossPerDecline: price };
  const threshold = cheapestThreshold(truth);
  return {
    threshold,
    best: shownCost(dayAt(threshold, truth)),
    standing: shownCost(dayAt(bestThreshold, truth)),
  };
};

/** The thresholds whose cost is within `tolerance` of the lowest. */
export const thresholdsWithin = (tolerance: number): { first: number; last: number } => {
  const limit = dayAt(bestThreshold).cost * (1 + tolerance);
  const within = thresholds.filter((threshold) => dayAt(threshold).cost <= limit);
  return { first: Math.min(...within), last: Math.max(...within) };
};
