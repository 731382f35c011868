import {
  type Assumptions,
  betaAbove,
  cheapestThreshold,
  type Shape,
} from '#src/threshold/model.ts';
import { adapted, review, shop } from './assumptions.ts';
import { bisect } from './bisect.ts';
import { bestThreshold, dayAt, ordersBetween } from './shop.ts';

export const shopAfter: Assumptions = { ...shop, fraudulent: adapted };

export const bestThresholdAfter: number = cheapestThreshold(shopAfter);

export const before = dayAt(bestThreshold);
export const after = dayAt(bestThreshold, shopAfter);
export const moved = dayAt(bestThresholdAfter, shopAfter);

const shareBetween = (from: number, to: number, assumptions: Assumptions): number => {
  const between = (shape: Shape) => betaAbove(from / 100, shape) - betaAbove(to / 100, shape);
  return (
    assumptions.fraudShare * between(assumptions.fraudulent) +
    (1 - assumptions.fraudShare) * between(assumptions.legitimate)
  );
};

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

/** Frauds that readers find in a sample of `size` approved orders that score at least `from`. */
export const sampleAfter = (from: number, size: number): number => {
  const { fraud, all } = ordersBetween(from, bestThreshold, shopAfter);
  return Math.round((fraud / all) * size * (1 - review.missed));
};

/** Poisson's tail: the chance of `found` or more when `usual` is the mean. */
export const chanceOfAtLeast = (found: number, usual: number): number => {
  let term = Math.exp(-usual);
  let below = 0;
  for (let k = 0; k < found; k++) {
    below += term;
    term *= usual / (k + 1);
  }
  return 1 - below;
};
