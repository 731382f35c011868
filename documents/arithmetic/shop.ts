import { thresholdFigure } from '#content/threshold-figure.ts';
import {
  type Assumptions,
  betaAbove,
  betaDensity,
  cheapestThreshold,
  type Reading,
  readThreshold,
} from '#src/threshold/model.ts';

/**
 * The shop that the papers reckon with: the same made-up one as in the figure on the home page,
 * so that the site and the papers cannot tell two stories.
 */
export const shop: Assumptions & { threshold: number } = {
  ...thresholdFigure.assumptions,
  // Where the shop's line stood, because it wanted to catch 95%; the figure begins elsewhere.
  threshold: 40,
};

/** Orders of each kind in a day. */
export const fraudPerDay = shop.ordersPerDay * shop.fraudShare;
export const goodPerDay = shop.ordersPerDay - fraudPerDay;

/** What a threshold, from 0 to 100, does to a day's orders. Counts are orders, money is dollars. */
export interface Day extends Reading {
  fraudCaught: number;
  fraudApproved: number;
  goodDeclined: number;
  goodApproved: number;
  fraudLoss: number;
  declineLoss: number;
}

export const dayAt = (threshold: number, assumptions: Assumptions = shop): Day => {
  const reading = readThreshold(threshold, assumptions);
  const fraud = assumptions.ordersPerDay * assumptions.fraudShare;
  const good = assumptions.ordersPerDay - fraud;
  const fraudApproved = fraud * (1 - reading.caught);
  const goodDeclined = good * reading.stopped;
  return {
    ...reading,
    fraudCaught: fraud - fraudApproved,
    fraudApproved,
    goodDeclined,
    goodApproved: good - goodDeclined,
    fraudLoss: fraudApproved * assumptions.lossPerFraud,
    declineLoss: goodDeclined * assumptions.lossPerDecline,
  };
};

/** The cost of a day as it is printed: its two parts rounded first, so that they add up. */
export const shownCost = ({ fraudLoss, declineLoss }: Day): number =>
  Math.round(fraudLoss) + Math.round(declineLoss);

/** What the two prices are made of, in dollars. They must add up to the shop's. */
export const ledger = {
  fraud: { goods: 120, shipping: 12, fee: 20, work: 28 },
  decline: { margin: 12, later: 10, calls: 3 },
} as const;

/** The whole-number threshold at which the two errors together cost the shop least. */
export const bestThreshold: number = cheapestThreshold(shop);

/** Orders a day of each kind whose score lies from `from` up to `to`, both from 0 to 100. */
export const ordersBetween = (
  from: number,
  to: number,
  assumptions: Assumptions = shop,
): { good: number; fraud: number; all: number } => {
  const fraudShare =
    betaAbove(from / 100, assumptions.fraudulent) - betaAbove(to / 100, assumptions.fraudulent);
  const goodShare =
    betaAbove(from / 100, assumptions.legitimate) - betaAbove(to / 100, assumptions.legitimate);
  const fraud = assumptions.ordersPerDay * assumptions.fraudShare * fraudShare;
  const good = assumptions.ordersPerDay * (1 - assumptions.fraudShare) * goodShare;
  return { good, fraud, all: good + fraud };
};

/** Probability, from 0 to 1, that an order with this score (strictly between 0 and 100) is fraud. */
export const probabilityOfFraud = (score: number, assumptions: Assumptions = shop): number => {
  const fraud = assumptions.fraudShare * betaDensity(score / 100, assumptions.fraudulent);
  const good = (1 - assumptions.fraudShare) * betaDensity(score / 100, assumptions.legitimate);
  return fraud / (fraud + good);
};

/**
 * The score at which the probability of fraud reaches `probability` (between 0 and 1). The
 * probability rises with the score, so halving the interval finds it.
 */
export const scoreAtProbability = (probability: number): number => {
  let low = 0;
  let high = 100;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (probabilityOfFraud(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** Probability of fraud at which approving and declining cost the same. */
export const breakEvenProbability = shop.lossPerDecline / (shop.lossPerDecline + shop.lossPerFraud);

/** Break-even probability for other prices, in dollars. */
export const breakEvenFor = (lossPerFraud: number, lossPerDecline: number): number =>
  lossPerDecline / (lossPerDecline + lossPerFraud);

/** What it costs to stand at the shop's best threshold when a decline really costs `price`. */
export const sensitivityTo = (
  price: number,
): { threshold: number; best: number; standing: number } => {
  const truth = { ...shop, lossPerDecline: price };
  const threshold = cheapestThreshold(truth);
  return {
    threshold,
    best: shownCost(dayAt(threshold, truth)),
    standing: shownCost(dayAt(bestThreshold, truth)),
  };
};

/** First and last whole-number threshold whose cost is within `tolerance` (a share) of the lowest. */
export const thresholdsWithin = (tolerance: number): { first: number; last: number } => {
  const limit = dayAt(bestThreshold).cost * (1 + tolerance);
  const within = Array.from({ length: 101 }, (_, threshold) => threshold).filter(
    (threshold) => dayAt(threshold).cost <= limit,
  );
  return { first: Math.min(...within), last: Math.max(...within) };
};
