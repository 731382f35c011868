import { fleetLosses, poisson } from '../arithmetic/agents.ts';
import { fleet } from '../assumptions.ts';
import { dollars, percentTenths } from '../format.ts';
import { columnFigure, columnWidth, line, rect, scale, text } from './svg.ts';

const baseline = 104;
const top = 20;
const split = 196;

export const fleetLoss = columnFigure(() => {
  const mean = fleet.customers * fleet.monthlyChance;
  const { badMonthApart, badMonthTogether, expected } = fleetLosses();
  const most = 24;
  const slot = (split - 34) / (most + 1);
  const height = scale([0, 0.14], [0, baseline - top]);
  const bars = Array.from({ length: most + 1 }, (_, hijacked) => {
    const tall = height(poisson(hijacked, mean));
    return rect([6 + hijacked * slot, baseline - tall], [slot - 1.4, tall], 'legit-solid');
  });
  const worst = badMonthApart / fleet.lossPerCustomer;
  const at = (hijacked: number): number => 6 + (hijacked + 0.5) * slot;
  const left = split + 18;
  const right = columnWidth - 8;
  return {
    height: baseline + 30,
    content: [
      text([6, 10], 'One by one', 'head'),
      ...bars,
      line([6, baseline], [split - 22, baseline], 'axis'),
      text([at(mean), baseline + 12], dollars(expected), 'tick', 'middle'),
      text([at(worst), baseline + 12], dollars(badMonthApart), 'tick', 'middle'),
      text(
        [at(worst) + 8, baseline - 26],
        ['worst month', 'in a thousand'],
        'quiet',
        'middle',
        9.2,
      ),
      text([left, 10], 'All at once', 'head'),
      line([left, baseline], [left + 66, baseline], 'axis'),
      line([left + 74, baseline], [right, baseline], 'axis'),
      // The gap in the axis: the second bar lies five hundred times as far out.
      line([left + 63, baseline + 4], [left + 69, baseline - 4], 'axis'),
      line([left + 71, baseline + 4], [left + 77, baseline - 4], 'axis'),
      rect([left + 4, top], [9, baseline - top], 'legit-solid'),
      text([left + 18, top + 8], percentTenths(1 - fleet.monthlyChance), 'label strong legit'),
      text([left + 18, top + 18.5], 'nothing', 'label'),
      rect([right - 30, baseline - 3], [9, 3], 'signal-dot'),
      text(
        [right - 25, baseline - 20],
        percentTenths(fleet.monthlyChance),
        'label strong signal',
        'middle',
      ),
      text([right - 25, baseline - 9.5], 'everything', 'label', 'middle'),
      text([left + 8, baseline + 12], '$0', 'tick', 'middle'),
      text([right, baseline + 12], dollars(badMonthTogether), 'tick', 'end'),
      text(
        [columnWidth / 2, baseline + 27],
        `loss in a month, ${dollars(expected)} on average in both; heights not to one scale`,
        'quiet',
        'middle',
      ),
    ],
  };
});
