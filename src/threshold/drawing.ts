import { betaDensity, type Shape } from './model.ts';

/** The width in the drawing's units. */
export const width = 500;
export const baseline = 210;
const unitsPerDensity = 52;

/** Returns the position of a score from 0 to 100. */
export const positionOf = (score: number): number => score * (width / 100);

const height = (shape: Shape, score: number): number =>
  baseline - betaDensity(score / 100, shape) * unitsPerDensity;

const slope = (shape: Shape, score: number): number => {
  const before = Math.max(score - 0.01, 0);
  const after = Math.min(score + 0.01, 100);
  return (height(shape, after) - height(shape, before)) / (after - before);
};

const coordinates = (score: number, y: number): string =>
  `${Math.round(positionOf(score) * 10) / 10} ${Math.round(y * 10) / 10}`;

/** Returns a distribution between two scores, as cubic curves that meet in height and slope. */
export const outline = (shape: Shape, from = 0, to = 100): string => {
  // Enough pieces for a precision of a tenth of a unit.
  const length = Math.max(1, Math.ceil((to - from) / 10));
  const step = (to - from) / length;
  const pieces = Array.from({ length }, (_, piece) => {
    const [left, right] = [from + piece * step, from + (piece + 1) * step];
    const third = step / 3;
    return [
      coordinates(left + third, height(shape, left) + slope(shape, left) * third),
      coordinates(right - third, height(shape, right) - slope(shape, right) * third),
      coordinates(right, height(shape, right)),
    ].join(' ');
  });
  return `M${coordinates(from, height(shape, from))}C${pieces.join(' ')}`;
};

/** Returns the area under a distribution between two scores. */
export const area = (shape: Shape, from: number, to: number): string =>
  `${outline(shape, from, to)}L${coordinates(to, baseline)}L${coordinates(from, baseline)}Z`;
