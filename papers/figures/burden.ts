import { groupDay } from '../arithmetic/fairness.ts';
import { bestThreshold } from '../arithmetic/shop.ts';
import { established, type Group, newcomers } from '../assumptions.ts';
import { count, percentTenths } from '../format.ts';
import { densityCurve, scoreScale as x } from './density.ts';
import { area, columnFigure, line, polyline, scale, text } from './svg.ts';

const panel = (group: Group, baseline: number): string => {
  const y = scale([0, 3.9], [baseline, baseline - 52]);
  const { stopped, wronged } = groupDay(group);
  return [
    area(densityCurve(group.scores, x, y, [bestThreshold, 100]), baseline, 'legit-fill'),
    polyline(densityCurve(group.scores, x, y), 'legit-line'),
    line([x(0), baseline], [x(100), baseline], 'axis'),
    text([x(bestThreshold) + 10, baseline - 44], group.name, 'label strong legit'),
    text(
      [x(bestThreshold) + 10, baseline - 33],
      `${percentTenths(stopped)} stopped, ${count(wronged)} people a day`,
      'label',
    ),
  ].join('');
};

export const burden = columnFigure(() => ({
  height: 141,
  content: [
    panel(established, 59),
    panel(newcomers, 119),
    ...[0, 20, 40, 60, 80, 100].map((score) =>
      text([x(score), 132], String(score), 'tick', 'middle'),
    ),
    line([x(bestThreshold), 4], [x(bestThreshold), 119], 'signal-line'),
  ],
}));
