import { bestThreshold, dayAt, shownCost, thresholdsWithin } from '../arithmetic/shop.ts';
import { flatTolerance, shop } from '../assumptions.ts';
import { dollars } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  type Point,
  polyline,
  rect,
  scale,
  steps,
  text,
} from './svg.ts';

const height = 210;
const baseline = 180;
const left = 44;
const first = 36;
const last = 84;
const top = 20_000;
const x = scale([first, last], [left, columnWidth - 6]);
const y = scale([0, top], [baseline, 12]);

export const costCurve = columnFigure(() => {
  const thresholds = steps(first, last, 192);
  const curve = (cost: (threshold: number) => number): Point[] =>
    thresholds.flatMap((threshold): Point[] =>
      cost(threshold) <= top ? [[x(threshold), y(cost(threshold))]] : [],
    );
  const best = dayAt(bestThreshold);
  const flat = thresholdsWithin(flatTolerance);
  const at = x(bestThreshold);
  return {
    height,
    content: [
      rect([x(flat.first), y(top)], [x(flat.last) - x(flat.first), baseline - y(top)], 'band'),
      gridLines([left, columnWidth - 6], y, [5000, 10_000, 15_000, 20_000], dollars),
      polyline(
        curve((threshold) => dayAt(threshold).declineLoss),
        'legit-line',
      ),
      polyline(
        curve((threshold) => dayAt(threshold).fraudLoss),
        'fraud-line',
      ),
      polyline(
        curve((threshold) => dayAt(threshold).cost),
        'total-line',
      ),
      axisBelow(baseline, [left, columnWidth - 6], x, [40, 50, 60, 70, 80]),
      line([at, y(best.cost)], [at, baseline], 'signal-line'),
      circle([at, y(best.cost)], 3.2, 'signal-dot'),
      text(
        [at, y(best.cost) - 11],
        `${dollars(shownCost(best))} at ${bestThreshold}`,
        'label strong signal',
        'middle',
      ),
      circle([x(shop.threshold), y(dayAt(shop.threshold).cost)], 3, 'dot'),
      text(
        [x(shop.threshold) + 9, y(dayAt(shop.threshold).cost) + 1],
        `${dollars(shownCost(dayAt(shop.threshold)))} at ${shop.threshold}, where the line stood`,
        'label strong',
      ),
      text([x(43.4), y(6600)], ['good', 'customers', 'declined'], 'label strong legit', 'end'),
      text([x(72), y(8200)], 'fraud approved', 'label strong'),
      text([x(69), y(10_900)], 'both together', 'label strong', 'end'),
      axisName([(left + columnWidth) / 2, baseline + 26], 'threshold'),
    ],
  };
});
