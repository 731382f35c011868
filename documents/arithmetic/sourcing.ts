import { dayAt, fraudPerDay, scoreAtProbability, shop } from './shop.ts';

/** Yearly cost of detection bought and built, in dollars; made up for the illustration. */
export const bought = { fixedPerYear: 150_000, perDecision: 0.04 } as const;
export const built = { fixedPerYear: 900_000, perDecision: 0.005 } as const;

export const costPerYear = (
  { fixedPerYear, perDecision }: { fixedPerYear: number; perDecision: number },
  decisionsPerYear: number,
): number => fixedPerYear + perDecision * decisionsPerYear;

/** Decisions a year from which building costs less. */
export const crossover =
  (built.fixedPerYear - bought.fixedPerYear) / (bought.perDecision - built.perDecision);

export const decisionsPerYear = shop.ordersPerDay * 365;

/** What catching one more in a hundred frauds is worth in a year, in dollars. */
export const worthOfOnePoint = fraudPerDay * 0.01 * shop.lossPerFraud * 365;

/** A vendor who is paid per approval and pays for every fraud it approves; fee in dollars. */
export const guaranteeFee = 0.9;

/** Where that vendor's own two errors balance, and what its line costs the shop in a day. */
export const guaranteeDay = (): {
  probability: number;
  threshold: number;
  declined: number;
  declineLoss: number;
  fees: number;
  cost: number;
} => {
  const probability = guaranteeFee / shop.lossPerFraud;
  const threshold = Math.round(scoreAtProbability(probability));
  const day = dayAt(threshold);
  const declineLoss = Math.round(day.declineLoss);
  const fees = Math.round((day.goodApproved + day.fraudApproved) * guaranteeFee);
  return {
    probability,
    threshold,
    declined: day.goodDeclined,
    declineLoss,
    fees,
    cost: declineLoss + fees,
  };
};
