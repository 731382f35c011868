import type { Shape } from '../../src/threshold/model.ts';
import { bestThreshold, dayAt } from '../arithmetic/shop.ts';
import { shop } from '../assumptions.ts';
import { count } from '../format.ts';
import { densityCurve, scoreScale as x } from './density.ts';
import { area, axisBelow, columnFigure, line, type Point, polyline, scale, text } from './svg.ts';

const height = 196;
const baseline = 172;
const y = scale([0, 3.9], [baseline, 24]);

const curve = (shape: Shape, scores?: Point): Point[] => densityCurve(shape, x, y, scores, 120);

export const scoreDistribution = columnFigure(() => {
  const day = dayAt(bestThreshold);
  const at = x(bestThreshold);
  return {
    height,
    content: [
      area(curve(shop.legitimate, [bestThreshold, 100]), baseline, 'legit-fill'),
      area(curve(shop.fraudulent, [0, bestThreshold]), baseline, 'fraud-fill'),
      polyline(curve(shop.legitimate), 'legit-line'),
      polyline(curve(shop.fraudulent), 'fraud-line'),
      axisBelow(baseline, [x(0), x(100)], x, [0, 20, 40, 60, 80, 100]),
      line([at, 8], [at, baseline], 'signal-line'),
      text([at - 7, 15], 'approve', 'label quiet', 'end'),
      text([at + 7, 15], 'decline', 'label quiet'),
      text([x(25), y(3.2)], 'good customers', 'label strong legit'),
      text([x(83), y(2.35)], 'fraud', 'label strong'),
      text(
        [x(52), y(2.2)],
        [`${count(day.fraudApproved)} frauds`, 'a day approved'],
        'label',
        'end',
      ),
      line([x(47.5), y(1.8)], [x(50.5), y(0.75)], 'lead'),
      text([x(62), y(3.2)], [`${count(day.goodDeclined)} good customers`, 'a day declined']),
      line([x(64), y(2.75)], [x(57.8), y(0.09)], 'lead'),
      text([at + 7, 28], String(bestThreshold), 'label strong signal'),
    ],
  };
});
