import { betaDensity, type Shape } from '#src/threshold/model.ts';
import { adapted, after, before } from '../arithmetic/drift.ts';
import { bestThreshold, shop } from '../arithmetic/shop.ts';
import { percent } from '../format.ts';
import {
  area,
  axisBelow,
  columnWidth,
  type Figure,
  line,
  type Point,
  polyline,
  scale,
  steps,
  text,
} from './svg.ts';

const baseline = 122;
const x = scale([0, 100], [6, columnWidth - 6]);
const y = scale([0, 3.9], [baseline, 18]);

const curve = (shape: Shape, from = 0, to = 100): Point[] =>
  steps(from, to, 120).map((score) => [x(score), y(betaDensity(score / 100, shape))]);

/** The scores of fraud before and after the attackers adapted. */
export const drift: Figure = {
  place: 'column',
  draw: () => {
    const at = x(bestThreshold);
    return {
      width: columnWidth,
      height: baseline + 18,
      content: [
        area(curve(adapted, 0, bestThreshold), baseline, 'fraud-fill'),
        polyline(curve(shop.legitimate), 'legit-line'),
        polyline(curve(shop.fraudulent), 'fraud-dash'),
        polyline(curve(adapted), 'fraud-line'),
        axisBelow(
          baseline,
          [x(0), x(100)],
          [0, 20, 40, 60, 80, 100].map((score) => [x(score), String(score)]),
        ),
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
      ].join(''),
    };
  },
};
