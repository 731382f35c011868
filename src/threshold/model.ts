/**
 * The arithmetic of the hero's figure: scores of good and of fraudulent orders as two Beta
 * distributions, a threshold, and what it costs.
 */

/** Shape of a Beta distribution with whole-number parameters, both at least 1. */
export interface Shape {
  a: number;
  b: number;
}

export interface Assumptions {
  ordersPerDay: number;
  /** Share of the orders that are fraud, between 0 and 1. */
  fraudShare: number;
  /** Money lost for each fraud that is approved. */
  lossPerFraud: number;
  /** Money lost for each good customer who is declined. */
  lossPerDecline: number;
  legitimate: Shape;
  fraudulent: Shape;
}

export interface Reading {
  /** Share of fraud at or above the threshold, between 0 and 1. */
  caught: number;
  /** Share of good customers at or above the threshold, between 0 and 1. */
  stopped: number;
  /** Money per day lost to both errors. */
  cost: number;
}

const choose = (n: number, k: number): number => {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
};

/**
 * Density of Beta(a, b) at x between 0 and 1. For whole numbers 1 / B(a, b) = a * C(a + b - 1, a).
 */
export const betaDensity = (x: number, { a, b }: Shape): number =>
  a * choose(a + b - 1, a) * x ** (a - 1) * (1 - x) ** (b - 1);

/**
 * Share of Beta(a, b) above x. For whole numbers the distribution function is a binomial tail
 * (NIST Digital Library of Mathematical Functions, 8.17.5), so the sum is exact.
 */
export const betaAbove = (x: number, { a, b }: Shape): number => {
  const n = a + b - 1;
  let above = 0;
  for (let j = 0; j < a; j++) above += choose(n, j) * x ** j * (1 - x) ** (n - j);
  return above;
};

/** What a threshold, from 0 to 100, does in a day. */
export const readThreshold = (threshold: number, assumptions: Assumptions): Reading => {
  const { ordersPerDay, fraudShare, lossPerFraud, lossPerDecline } = assumptions;
  const caught = betaAbove(threshold / 100, assumptions.fraudulent);
  const stopped = betaAbove(threshold / 100, assumptions.legitimate);
  const fraudApproved = ordersPerDay * fraudShare * (1 - caught);
  const goodDeclined = ordersPerDay * (1 - fraudShare) * stopped;
  return {
    caught,
    stopped,
    cost: fraudApproved * lossPerFraud + goodDeclined * lossPerDecline,
  };
};

/** The whole-number threshold that costs least. */
export const cheapestThreshold = (assumptions: Assumptions): number => {
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let threshold = 0; threshold <= 100; threshold++) {
    const { cost } = readThreshold(threshold, assumptions);
    if (cost < lowest) [best, lowest] = [threshold, cost];
  }
  return best;
};

/** What a threshold amounts to, in money. */
export type Verdict = 'worseThanNothing' | 'tooStrict' | 'cheapest' | 'tooLoose';

/**
 * Judges a whole-number threshold from 0 to 100: a line that costs more than approving every order
 * is worse than no line; of the others, one is the cheapest.
 */
export const judgeThreshold = (threshold: number, assumptions: Assumptions): Verdict => {
  const cheapest = cheapestThreshold(assumptions);
  if (threshold === cheapest) return 'cheapest';
  const { cost } = readThreshold(threshold, assumptions);
  if (cost > readThreshold(100, assumptions).cost) return 'worseThanNothing';
  return threshold < cheapest ? 'tooStrict' : 'tooLoose';
};
