/** The parameters of a beta distribution: whole numbers, at least 1. */
export interface Shape {
  a: number;
  b: number;
}

export interface Assumptions {
  ordersPerDay: number;
  /** Between 0 and 1. */
  fraudShare: number;
  /** Money per approved fraud. */
  lossPerFraud: number;
  /** Money per declined good customer. */
  lossPerDecline: number;
  /** Fraud must score higher: its `a` is not smaller than that of good customers, and its `b` not larger. */
  legitimate: Shape;
  fraudulent: Shape;
}

export interface Reading {
  /** Share of fraud that is declined. */
  caught: number;
  /** Share of good customers who are declined. */
  stopped: number;
  /** Orders per day. */
  fraudApproved: number;
  /** Orders per day. */
  goodDeclined: number;
  /** Money per day. */
  cost: number;
}

const choose = (n: number, k: number): number => {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
};

/** Returns the density of Beta(a, b) at x. For whole numbers, 1 / B(a, b) = a * C(a + b - 1, a). */
export const betaDensity = (x: number, { a, b }: Shape): number =>
  a * choose(a + b - 1, a) * x ** (a - 1) * (1 - x) ** (b - 1);

/** Returns the share of Beta(a, b) above x, exactly, as a binomial tail (NIST DLMF 8.17.5). */
export const betaAbove = (x: number, { a, b }: Shape): number => {
  const n = a + b - 1;
  let above = 0;
  for (let j = 0; j < a; j++) above += choose(n, j) * x ** j * (1 - x) ** (n - j);
  return above;
};

/** Returns the effects of a threshold from 0 to 100. */
export const readThreshold = (threshold: number, assumptions: Assumptions): Reading => {
  const { ordersPerDay, fraudShare, lossPerFraud, lossPerDecline } = assumptions;
  const caught = betaAbove(threshold / 100, assumptions.fraudulent);
  const stopped = betaAbove(threshold / 100, assumptions.legitimate);
  const fraudApproved = ordersPerDay * fraudShare * (1 - caught);
  const goodDeclined = ordersPerDay * (1 - fraudShare) * stopped;
  return {
    caught,
    stopped,
    fraudApproved,
    goodDeclined,
    cost: fraudApproved * lossPerFraud + goodDeclined * lossPerDecline,
  };
};

/** Returns the whole-number threshold that costs least. */
export const cheapestThreshold = (assumptions: Assumptions): number => {
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let threshold = 0; threshold <= 100; threshold++) {
    const { cost } = readThreshold(threshold, assumptions);
    if (cost < lowest) [best, lowest] = [threshold, cost];
  }
  return best;
};

/** Compares a whole-number threshold with the cheapest, and with approving every order. */
export const judgeThreshold = (threshold: number, assumptions: Assumptions) => {
  const cheapest = cheapestThreshold(assumptions);
  if (threshold === cheapest) return 'cheapest';
  const { cost } = readThreshold(threshold, assumptions);
  if (cost > readThreshold(100, assumptions).cost) return 'worseThanNothing';
  return threshold < cheapest ? 'tooStrict' : 'tooLoose';
};

let chosen: number | null = null;
const listeners = new Set<() => void>();

/** The position, from 0 to 100, to which the visitor moved the line, or null. All islands share it. */
export const chosenThreshold = {
  current: (): number | null => chosen,
  choose(threshold: number): void {
    chosen = threshold;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
