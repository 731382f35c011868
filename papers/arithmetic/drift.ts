import { type Assumptions, cheapestThreshold } from '../../src/threshold/model.ts';
import { adapted, review, shop } from '../assumptions.ts';
import { bisect } from './bisect.ts';
import { bestThreshold, dayAt, ordersBetween } from './shop.ts';

export const shopAfter: Assumptions = { ...shop, fraudulent: adapted };

export const bestThresholdAfter: number = cheapestThreshold(shopAfter);

export const before = dayAt(bestThreshold);
export const after = dayAt(bestThreshold, shopAfter);
export const moved = dayAt(bestThresholdAfter, shopAfter);

const shareBetween = (from: number, to: number, assumptions: Assumptions): number =>
  ordersBetween(from, to, assumptions).all / assumptions.ordersPerDay;

/** Population stability index over ten bins that are equally full in `first`. */
export const stabilityIndex = (first: Assumptions, second: Assumptions): number => {
  const edges = [0];
  for (let decile = 1; decile < 10; decile++) {
    edges.push(bisect(0, 100, (score) => shareBetween(0, score, first) < decile / 10));
  }
  edges.push(100);
  let index = 0;
  for (let bin = 0; bin < 10; bin++) {
    const from = edges[bin] ?? 0;
    const to = edges[bin + 1] ?? 100;
    const expected = shareBetween(from, to, first);
    const actual = shareBetween(from, to, second);
    index += (actual - expected) * Math.log(actual / expected);
  }
  return index;
};

/** Share of the approved orders scoring at least `from` in which readers find fraud. */
export const shareFound = (from: number, assumptions: Assumptions): number => {
  const { fraud, all } = ordersBetween(from, bestThreshold, assumptions);
  return (fraud / all) * (1 - review.missed);
};

/** The binomial's tail: the chance of `found` or more in a sample when each is one by `share`. */
export const chanceOfAtLeast = (found: number, sample: number, share: number): number => {
  let term = (1 - share) ** sample;
  let below = 0;
  for (let k = 0; k < found; k++) {
    below += term;
    term *= ((sample - k) / (k + 1)) * (share / (1 - share));
  }
  return 1 - below;
};
