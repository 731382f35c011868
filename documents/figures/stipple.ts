import { betaAbove, betaDensity, type Shape } from '#src/threshold/model.ts';
import type { Point } from './svg.ts';

/** Van der Corput's sequence: fractions that fill the space between 0 and 1 evenly, in any run. */
const radicalInverse = (index: number): number => {
  let fraction = 0;
  let digit = 0.5;
  for (let rest = index; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) fraction += digit;
    digit /= 2;
  }
  return fraction;
};

/** The score, from 0 to 100, below which the given share (0 to 1) of a distribution lies. */
const quantile = (share: number, shape: Shape): number => {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (1 - betaAbove(middle, shape) < share) low = middle;
    else high = middle;
  }
  return (low + high) * 50;
};

/**
 * `count` people under a distribution, one point each: evenly spread along the score by its
 * quantiles, and in height below its density. The same every time.
 * @returns pairs of score (0 to 100) and density
 */
export const stipple = (shape: Shape, count: number): Point[] =>
  Array.from({ length: count }, (_, index): Point => {
    const score = quantile((index + 0.5) / count, shape);
    return [score, radicalInverse(index + 1) * betaDensity(score / 100, shape)];
  });

/** A path of dots; its stroke's width and round ends make their size. */
export const dots = (points: readonly Point[], className: string): string =>
  `<path class="${className}" d="${points.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('')}"/>`;
