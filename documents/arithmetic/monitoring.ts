import { program } from './assumptions.ts';
import { dayAt } from './shop.ts';

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
