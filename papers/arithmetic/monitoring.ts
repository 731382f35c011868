import { holdout, program } from '../assumptions.ts';
import { threeWayDay } from './review.ts';
import { bestThreshold, dayAt, goodPerDay, thresholds } from './shop.ts';

const daysOfMonth = 30;

/** A month of days that approve so much, when each fraud is both reported and disputed. */
const monthOf = (fraud: number, good: number) => {
  const once = fraud / (fraud + good);
  const frauds = fraud * daysOfMonth;
  return { frauds, counted: 2 * frauds, share: 2 * once, once };
};

/**
 * The counts of the program in a month at a threshold; `heldOut` is the share of the declines that is
 * approved nevertheless.
 */
export const monthAt = (threshold: number, heldOut = 0) => {
  const { fraudApproved, goodApproved, fraudCaught, goodDeclined } = dayAt(threshold);
  return {
    threshold,
    ...monthOf(fraudApproved + fraudCaught * heldOut, goodApproved + goodDeclined * heldOut),
  };
};

export const monthWithHoldout = monthAt(bestThreshold, holdout.share);

/** The same with the review band. */
export const monthWithBand = (() => {
  const { fraudApproved, reviewMissed, goodDeclined, reviewWronged } = threeWayDay();
  return monthOf(fraudApproved + reviewMissed, goodPerDay - goodDeclined - reviewWronged);
})();

/** Disputes a month, beyond those of fraud, with which the shop reaches its acquirer's share. */
export const roomIn = ({ counted, share }: ReturnType<typeof monthOf>) => {
  const payments = counted / share;
  const more = Math.ceil(program.acquirerShare * payments - counted);
  return { payments, more, oneIn: Math.round(payments / more / 100) * 100 };
};

/** The first threshold at which the shop alone is above its acquirer's share. */
export const firstAbove = thresholds.find(
  (threshold) => monthAt(threshold).share >= program.acquirerShare,
);
