import { dayAt } from './shop.ts';

/** Of Visa's monitoring program, in shares of the settled payments; its sources are in the paper. */
export const program = {
  merchantShare: 0.015,
  merchantCount: 1500,
  acquirerShare: 0.005,
  acquirerExcessive: 0.007,
} as const;

/** Of Mastercard's. */
export const excessive = { share: 0.015, count: 100, highShare: 0.03, highCount: 300 } as const;

/** Rates of fraud up to which payments of three sizes may be exempt from strong authentication. */
export const exemption = { small: 0.0013, middle: 0.0006, large: 0.0001 } as const;

const daysOfMonth = 30;

/** What the program counts in a month when each approved fraud is both reported and disputed. */
export const monthAt = (threshold: number) => {
  const { fraudApproved, goodApproved } = dayAt(threshold);
  const frauds = fraudApproved * daysOfMonth;
  return {
    threshold,
    frauds,
    counted: 2 * frauds,
    share: (2 * fraudApproved) / (fraudApproved + goodApproved),
    once: fraudApproved / (fraudApproved + goodApproved),
  };
};

/** The first threshold at which the shop alone is above its acquirer's share. */
export const firstAbove = Array.from({ length: 101 }, (_, threshold) => threshold).find(
  (threshold) => monthAt(threshold).share >= program.acquirerShare,
);
