import { holdout, program } from './assumptions.ts';
import { bestThreshold, dayAt } from './shop.ts';

const daysOfMonth = 30;

/**
 * What the program counts in a month when each approved fraud is both reported and disputed;
 * `heldOut` is the share of the declines that is approved all the same.
 */
export const monthAt = (threshold: number, heldOut = 0) => {
  const { fraudApproved, goodApproved, fraudCaught, goodDeclined } = dayAt(threshold);
  const fraud = fraudApproved + fraudCaught * heldOut;
  const once = fraud / (fraud + goodApproved + goodDeclined * heldOut);
  const frauds = fraud * daysOfMonth;
  return { threshold, frauds, counted: 2 * frauds, share: 2 * once, once };
};

export const monthWithHoldout = monthAt(bestThreshold, holdout.share);

/** Disputes a month, beyond those of fraud, with which the shop reaches its acquirer's share. */
export const roomAt = (threshold: number) => {
  const { counted, share } = monthAt(threshold);
  const payments = counted / share;
  const more = Math.ceil(program.acquirerShare * payments - counted);
  return { payments, more, oneIn: Math.round(payments / more / 100) * 100 };
};

/** The first threshold at which the shop alone is above its acquirer's share. */
export const firstAbove = Array.from({ length: 101 }, (_, threshold) => threshold).find(
  (threshold) => monthAt(threshold).share >= program.acquirerShare,
);
