import { betaAbove, betaDensity, type Shape } from '../../src/threshold/model.ts';
import { bisect } from '../arithmetic/bisect.ts';
import { columnWidth, type Point, type Scale, scale, steps } from './svg.ts';

/** Of scores from 0 to 100, over the column. */
export const scoreScale = scale([0, 100], [6, columnWidth - 6]);

/** The density at scores from 0 to 100. */
export const densityCurve = (
  shape: Shape,
  x: Scale,
  y: Scale,
  [from, to]: Point = [0, 100],
  count = 100,
): Point[] => steps(from, to, count).map((score) => [x(score), y(betaDensity(score / 100, shape))]);

/** Van der Corput's sequence: even between 0 and 1, and the same in every run. */
const radicalInverse = (index: number): number => {
  let fraction = 0;
  let digit = 0.5;
  for (let rest = index; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) fraction += digit;
    digit /= 2;
  }
  return fraction;
};

const quantile = (share: number, shape: Shape): number =>
  100 * bisect(0, 1, (middle) => 1 - betaAbove(middle, shape) < share, 24);

/** Points of score (0 to 100) and density, spread evenly under a distribution. */
export const stipple = (shape: Shape, count: number): Point[] =>
  Array.from({ length: count }, (_, index): Point => {
    const score = quantile((index + 0.5) / count, shape);
    return [score, radicalInverse(index + 1) * betaDensity(score / 100, shape)];
  });

/** Strokes of no length with round ends. */
export const dots = (points: readonly Point[], className: string): string =>
  `<path class="${className}" d="${points.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('')}"/>`;
