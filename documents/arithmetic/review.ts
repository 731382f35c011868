import type { Queue } from './queue.ts';
import { dayAt, ordersBetween, scoreAtProbability, shop } from './shop.ts';

/** What a human review costs and how good it is. Shares are between 0 and 1, money is dollars. */
export const review = {
  minutesPerCase: 6,
  costPerHour: 40,
  /** Share of reviewed fraud that the reviewer approves. */
  missed: 0.1,
  /** Share of reviewed good orders that the reviewer declines. */
  wronged: 0.05,
  /** Hours a reviewer spends on cases in a day; the rest is breaks, training and calibration. */
  productiveHours: 5.5,
} as const;

export const costPerCase = (review.minutesPerCase / 60) * review.costPerHour;

/** Expected cost in dollars of each way to treat an order that is fraud with `probability`. */
export const expectedCost = (
  probability: number,
): { approve: number; review: number; decline: number } => ({
  approve: probability * shop.lossPerFraud,
  review:
    costPerCase +
    probability * review.missed * shop.lossPerFraud +
    (1 - probability) * review.wronged * shop.lossPerDecline,
  decline: (1 - probability) * shop.lossPerDecline,
});

/**
 * The probabilities of fraud between which a review is the cheapest answer.
 * @param price dollars per reviewed case
 */
export const reviewBetween = (price: number): { from: number; to: number } => {
  const wrongedLoss = review.wronged * shop.lossPerDecline;
  const spared = shop.lossPerDecline - wrongedLoss;
  return {
    from: (price + wrongedLoss) / (shop.lossPerFraud * (1 - review.missed) + wrongedLoss),
    to: (spared - price) / (spared + review.missed * shop.lossPerFraud),
  };
};

/** The same as whole-number scores. */
export const bandFor = (price: number): { from: number; to: number } => {
  const { from, to } = reviewBetween(price);
  return { from: Math.round(scoreAtProbability(from)), to: Math.round(scoreAtProbability(to)) };
};

export const bandProbabilities = reviewBetween(costPerCase);
export const band = bandFor(costPerCase);

/** A day with three ways to treat an order. Counts are orders, money is dollars. */
export interface ThreeWayDay {
  reviewed: { good: number; fraud: number; all: number };
  /** Fraud approved without a review, and what it costs. */
  fraudApproved: number;
  fraudLoss: number;
  /** Good orders declined without a review, and what they cost. */
  goodDeclined: number;
  declineLoss: number;
  reviewCost: number;
  /** Fraud that a reviewer approved, and good orders that a reviewer declined. */
  reviewMissed: number;
  reviewMissedLoss: number;
  reviewWronged: number;
  reviewWrongedLoss: number;
  /** All of these, each rounded to the dollar first, so that the printed column adds up. */
  cost: number;
}

export const threeWayDay = (from: number = band.from, to: number = band.to): ThreeWayDay => {
  const reviewed = ordersBetween(from, to);
  const { fraudApproved, fraudLoss } = dayAt(from);
  const { goodDeclined, declineLoss } = dayAt(to);
  const reviewCost = reviewed.all * costPerCase;
  const reviewMissed = reviewed.fraud * review.missed;
  const reviewMissedLoss = reviewMissed * shop.lossPerFraud;
  const reviewWronged = reviewed.good * review.wronged;
  const reviewWrongedLoss = reviewWronged * shop.lossPerDecline;
  return {
    reviewed,
    fraudApproved,
    fraudLoss,
    goodDeclined,
    declineLoss,
    reviewCost,
    reviewMissed,
    reviewMissedLoss,
    reviewWronged,
    reviewWrongedLoss,
    cost: [fraudLoss, declineLoss, reviewCost, reviewMissedLoss, reviewWrongedLoss]
      .map(Math.round)
      .reduce((sum, part) => sum + part),
  };
};

/** Cases that reach the review desk in a day, whole. */
export const reviewsPerDay = Math.round(threeWayDay().reviewed.all);

/** The review desk of the example: open ten hours a day. */
export const desk = (reviewers: number): Queue => ({
  casesPerHour: reviewsPerDay / 10,
  minutesPerCase: review.minutesPerCase,
  reviewers,
});

/**
 * What a queue that takes the `capacity` highest-scoring orders of a day holds.
 * @param capacity orders a day, up to all of them
 * @returns the score of the last order taken, and precision and recall between 0 and 1
 */
export const queueOf = (
  capacity: number,
): { score: number; fraud: number; precision: number; recall: number } => {
  let low = 0;
  let high = 100;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (ordersBetween(middle, 100).all > capacity) low = middle;
    else high = middle;
  }
  const score = (low + high) / 2;
  const { fraud, all } = ordersBetween(score, 100);
  return {
    score,
    fraud,
    precision: fraud / all,
    recall: fraud / (shop.ordersPerDay * shop.fraudShare),
  };
};

/** Orders a day worth a review or more: those whose probability of fraud is above the band's foot. */
export const worthwhileCapacity = ordersBetween(band.from, 100).all;

/** The capacity, in orders a day, at which one case in `1 / precision` is still fraud. */
export const capacityAtPrecision = (precision: number): number => {
  let low = 1;
  let high = shop.ordersPerDay;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (queueOf(middle).precision > precision) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** A day with more cases than the desk can read, and what each way out costs for the surplus. */
export interface Surge {
  /** Cases beyond the desk's capacity. */
  surplus: number;
  /** Dollars if the surplus could be read as usual: the price of doing nothing special. */
  read: number;
  /** The surplus taken from the foot of the band and approved; `until` is the score. */
  approve: { until: number; fraud: number; cost: number };
  /** The surplus taken from the top of the band and declined; `from` is the score. */
  decline: { from: number; good: number; cost: number };
  /** The surplus left waiting; the share of good customers who give up is made up. */
  wait: { givesUp: number; lost: number; cost: number };
}

/** Share of good customers who cancel when an order is held overnight, made up. */
const givesUp = 0.15;

/**
 * The ways out of a day on which `growth` (0.4 for 40 % more) too many cases arrive.
 */
export const surgeOf = (growth: number): Surge => {
  const many = (from: number, to: number) => {
    const { good, fraud, all } = ordersBetween(from, to);
    return { good: good * (1 + growth), fraud: fraud * (1 + growth), all: all * (1 + growth) };
  };
  const surplus = ordersBetween(band.from, band.to).all * growth;
  const split = (holds: (middle: number) => boolean): number => {
    let low = band.from;
    let high = band.to;
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (holds(middle)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const until = split((score) => many(band.from, score).all < surplus);
  const from = split((score) => many(score, band.to).all > surplus);
  const foot = many(band.from, until);
  const head = many(from, band.to);
  const usual =
    surplus * costPerCase +
    foot.fraud * review.missed * shop.lossPerFraud +
    foot.good * review.wronged * shop.lossPerDecline;
  const lost = foot.good * givesUp;
  return {
    surplus,
    read: usual,
    approve: { until, fraud: foot.fraud, cost: foot.fraud * shop.lossPerFraud },
    decline: { from, good: head.good, cost: head.good * shop.lossPerDecline },
    wait: { givesUp, lost, cost: usual + lost * shop.lossPerDecline },
  };
};
