import { bought, built } from '../arithmetic/assumptions.ts';
import { costPerYear, crossover, decisionsPerYear } from '../arithmetic/sourcing.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  polyline,
  scale,
  text,
} from './svg.ts';

const baseline = 138;
const top = 14;
const left = 34;
const most = 30e6;
const x = scale([0, most], [left, columnWidth - 8]);
const y = scale([0, 1.4e6], [baseline, top]);

const costLine = (detection: Parameters<typeof costPerYear>[0], className: string): string =>
  polyline(
    [0, most].map((decisions) => [x(decisions), y(costPerYear(detection, decisions))]),
    className,
  );

export const sourcing = columnFigure(() => {
  const costAtCrossing = costPerYear(bought, crossover);
  const now = x(decisionsPerYear);
  return {
    height: baseline + 30,
    content: [
      gridLines([left, columnWidth - 8], y, [0.5e6, 1e6], (cost) => `$${cost / 1e6}m`),
      costLine(bought, 'fraud-line'),
      costLine(built, 'legit-line'),
      line([x(crossover), y(costAtCrossing)], [x(crossover), baseline], 'signal-line'),
      circle([x(crossover), y(costAtCrossing)], 3, 'signal-dot'),
      line([now, y(costPerYear(built, decisionsPerYear))], [now, baseline], 'dash'),
      circle([now, y(costPerYear(bought, decisionsPerYear))], 2.8, 'dot'),
      circle([now, y(costPerYear(built, decisionsPerYear))], 2.8, 'legit-dot'),
      text([now + 6, y(costPerYear(bought, decisionsPerYear)) + 12], 'the shop', 'label'),
      text([x(11.5e6), y(0.5e6) + 2], 'bought', 'label strong'),
      text([x(9e6), y(1.02e6) - 2], 'built', 'label strong legit'),
      axisBelow(baseline, [left, columnWidth - 8], x, [0, 10e6, crossover, 30e6], (decisions) =>
        String(Math.round(decisions / 1e5) / 10),
      ),
      axisName([(left + columnWidth) / 2, baseline + 26], 'million decisions a year'),
    ],
  };
});
