import {
  type Assumptions,
  betaAbove,
  cheapestThreshold,
  type Shape,
} from '#src/threshold/model.ts';
import { bestThreshold, dayAt, ordersBetween, shop } from './shop.ts';

/** Where the scores of fraud lie once attackers have learned what the model likes. */
export const adapted: Shape = { a: 4, b: 4 };

export const shopAfter: Assumptions = { ...shop, fraudulent: adapted };

export const bestThresholdAfter: number = cheapestThreshold(shopAfter);

/** A day at the old line before and after the attackers adapted, and at the new best line. */
export const before = dayAt(bestThreshold);
export const after = dayAt(bestThreshold, shopAfter);
export const moved = dayAt(bestThresholdAfter, shopAfter);

/** Share of all orders, good and bad, with scores from `from` up to `to` (0 to 100). */
const shareBetween = (from: number, to: number, assumptions: Assumptions): number => {
  const between = (shape: Shape) => betaAbove(from / 100, shape) - betaAbove(to / 100, shape);
  return (
    assumptions.fraudShare * between(assumptions.fraudulent) +
    (1 - assumptions.fraudShare) * between(assumptions.legitimate)
  );
};

/**
 * Population stability index between two score distributions, over ten bins that are equally full
 * in the first. No unit; a common alarm stands at 0.1 or 0.25.
 */
export const stabilityIndex = (first: Assumptions, second: Assumptions): number => {
  const edges = [0];
  for (let decile = 1; decile < 10; decile++) {
    let low = 0;
    let high = 100;
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (shareBetween(0, middle, first) < decile / 10) low = middle;
      else high = middle;
    }
    edges.push((low + high) / 2);
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

/** Frauds that a sample of `size` approved orders from just below the line now contains. */
export const sampleAfter = (from: number, size: number): number => {
  const { fraud, all } = ordersBetween(from, bestThreshold, shopAfter);
  return Math.round((fraud / all) * size);
};

/**
 * Chance, between 0 and 1, that a sample finds `found` or more when it finds `usual` on average
 * (Poisson's tail).
 */
export const chanceOfAtLeast = (found: number, usual: number): number => {
  let term = Math.exp(-usual);
  let below = 0;
  for (let k = 0; k < found; k++) {
    below += term;
    term *= usual / (k + 1);
  }
  return 1 - below;
};
