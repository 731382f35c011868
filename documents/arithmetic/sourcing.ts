import { dayAt, fraudPerDay, scoreAtProbability, shop } from './shop.ts';

// Made up.
export const bought = { fixedPerYear: 150_000, perDecision: 0.04 } as const;
export const built = { fixedPerYear: 900_000, perDecision: 0.005 } as const;

export const costPerYear = (
  { fixedPerYear, perDecision }: { fixedPerYear: number; perDecision: number },
  decisionsPerYear: number,
): number => fixedPerYear + perDecision * decisionsPerYear;

/** Decisions a year above which building is cheaper. */
export const crossover =
  (built.fixedPerYear - bought.fixedPerYear) / (bought.perDecision - built.perDecision);

export const decisionsPerYear = shop.ordersPerDay * 365;

/** What catching 1 % more of the fraud is worth in a year. */
export const worthOfOnePoint = fraudPerDay * 0.01 * shop.lossPerFraud * 365;

/** Per approval, for a vendor who pays for the fraud it approves. */
export const guaranteeFee = 0.9;

/** The line that is best for that vendor, and a day's cost to the shop. */
export const guaranteeDay = () => {
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
