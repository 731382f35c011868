import { bisect } from './bisect.ts';
import type { Queue } from './queue.ts';
import { dayAt, ordersBetween, scoreAtProbability, shop } from './shop.ts';

export const review = {
  minutesPerCase: 6,
  costPerHour: 40,
  /** Share of fraud that is approved. */
  missed: 0.1,
  /** Share of good orders that is declined. */
  wronged: 0.05,
  /** A day, without breaks and training. */
  productiveHours: 5.5,
} as const;

export const costPerCase = (review.minutesPerCase / 60) * review.costPerHour;

/** Expected cost of each way to treat an order. */
export const expectedCost = (probability: number) => ({
  approve: probability * shop.lossPerFraud,
  review:
    costPerCase +
    probability * review.missed * shop.lossPerFraud +
    (1 - probability) * review.wronged * shop.lossPerDecline,
  decline: (1 - probability) * shop.lossPerDecline,
});

/** The probabilities of fraud between which a review at this price is cheapest. */
const reviewBetween = (price: number) => {
  const wrongedLoss = review.wronged * shop.lossPerDecline;
  const spared = shop.lossPerDecline - wrongedLoss;
  return {
    from: (price + wrongedLoss) / (shop.lossPerFraud * (1 - review.missed) + wrongedLoss),
    to: (spared - price) / (spared + review.missed * shop.lossPerFraud),
  };
};

/** The same in whole-number scores. */
export const bandFor = (price: number) => {
  const { from, to } = reviewBetween(price);
  return { from: Math.round(scoreAtProbability(from)), to: Math.round(scoreAtProbability(to)) };
};

export const bandProbabilities = reviewBetween(costPerCase);
export const band = bandFor(costPerCase);

/** A day that approves below `from`, declines from `to` on, and reviews between. */
export const threeWayDay = (from: number = band.from, to: number = band.to) => {
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
    // Rounded parts, so that the printed column adds up.
    cost: [fraudLoss, declineLoss, reviewCost, reviewMissedLoss, reviewWrongedLoss]
      .map(Math.round)
      .reduce((sum, part) => sum + part),
  };
};

export const reviewsPerDay = Math.round(threeWayDay().reviewed.all);

/** The review desk, open ten hours a day. */
export const desk = (reviewers: number): Queue => ({
  casesPerHour: reviewsPerDay / 10,
  minutesPerCase: review.minutesPerCase,
  reviewers,
});

/** A queue of a day's `capacity` highest scores; `score` is the lowest in it. */
export const queueOf = (capacity: number) => {
  const score = bisect(0, 100, (middle) => ordersBetween(middle, 100).all > capacity);
  const { fraud, all } = ordersBetween(score, 100);
  return {
    score,
    fraud,
    precision: fraud / all,
    recall: fraud / (shop.ordersPerDay * shop.fraudShare),
  };
};

export const worthwhileCapacity = ordersBetween(band.from, 100).all;

export const capacityAtPrecision = (precision: number): number =>
  bisect(1, shop.ordersPerDay, (capacity) => queueOf(capacity).precision > precision);

/** Share of good customers who cancel an order that is held overnight, made up. */
const givesUp = 0.15;

/**
 * What a surplus of cases (`growth` is 0.4 for 40 %) costs: read as usual, approved from the lower
 * end of the band, declined from its upper end, or left waiting.
 */
export const surgeOf = (growth: number) => {
  const many = (from: number, to: number) => {
    const { good, fraud, all } = ordersBetween(from, to);
    return { good: good * (1 + growth), fraud: fraud * (1 + growth), all: all * (1 + growth) };
  };
  const surplus = ordersBetween(band.from, band.to).all * growth;
  const until = bisect(band.from, band.to, (score) => many(band.from, score).all < surplus);
  const from = bisect(band.from, band.to, (score) => many(score, band.to).all > surplus);
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
