import { betaDensity } from '#src/threshold/model.ts';
import { established, type Group, groupDay, newcomers } from '../arithmetic/fairness.ts';
import { bestThreshold } from '../arithmetic/shop.ts';
import { count, percentTenths } from '../format.ts';
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

const x = scale([0, 100], [6, columnWidth - 6]);

const panel = (group: Group, baseline: number): string => {
  const y = scale([0, 3.9], [baseline, baseline - 62]);
  const curve = (from: number, to: number): Point[] =>
    steps(from, to, 100).map((score) => [x(score), y(betaDensity(score / 100, group.scores))]);
  const { stopped, wronged } = groupDay(group);
  return [
    area(curve(bestThreshold, 100), baseline, 'legit-fill'),
    polyline(curve(0, 100), 'legit-line'),
    axisBelow(baseline, [x(0), x(100)], []),
    text([x(bestThreshold) + 10, baseline - 44], group.name, 'label strong legit'),
    text(
      [x(bestThreshold) + 10, baseline - 33],
      `${percentTenths(stopped)} stopped, ${count(wronged)} people a day`,
      'label',
    ),
  ].join('');
};

/** Good customers of two groups under the same line. */
export const burden: Figure = {
  place: 'column',
  draw: () => ({
    width: columnWidth,
    height: 164,
    content: [
      panel(established, 70),
      panel(newcomers, 142),
      ...[0, 20, 40, 60, 80, 100].map((score) =>
        text([x(score), 155], String(score), 'tick', 'middle'),
      ),
      line([x(bestThreshold), 4], [x(bestThreshold), 142], 'signal-line'),
    ].join(''),
  }),
};
