import type { Shape } from '../../src/threshold/model.ts';
import { after, before } from '../arithmetic/drift.ts';
import { bestThreshold } from '../arithmetic/shop.ts';
import { adapted, shop } from '../assumptions.ts';
import { percent } from '../format.ts';
import { densityCurve, scoreScale as x } from './density.ts';
import { area, axisBelow, columnFigure, line, type Point, polyline, scale, text } from './svg.ts';

const baseline = 122;
const y = scale([0, 3.9], [baseline, 18]);

const curve = (shape: Shape, scores?: Point): Point[] => densityCurve(shape, x, y, scores, 120);

export const drift = columnFigure(() => {
  const at = x(bestThreshold);
  return {
    height: baseline + 18,
    content: [
      area(curve(adapted, [0, bestThreshold]), baseline, 'fraud-fill'),
      polyline(curve(shop.legitimate), 'legit-line'),
      polyline(curve(shop.fraudulent), 'fraud-dash'),
      polyline(curve(adapted), 'fraud-line'),
      axisBelow(baseline, [x(0), x(100)], x, [0, 20, 40, 60, 80, 100]),
      line([at, 6], [at, baseline], 'signal-line'),
      text([x(24), y(3.2)], 'good customers', 'label strong legit'),
      text([x(85), y(2.75)], ['fraud before:', `${percent(before.caught)} caught`], 'label'),
      text(
        [x(52.5), y(3.05)],
        ['fraud now:', `${percent(after.caught)} caught`],
        'label strong',
        'end',
      ),
      line([x(47), y(2.55)], [x(49), y(2.24)], 'lead'),
    ],
  };
});
