import { strata } from '../arithmetic/prevalence.ts';
import { count } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  line,
  path,
  rect,
  scale,
  text,
} from './svg.ts';

const left = 82;
const rowHeight = 30;
const top = 18;
const log = scale([Math.log10(4), Math.log10(3000)], [left, columnWidth - 14]);
const x = (orders: number): number => log(Math.log10(Math.max(orders, 4)));

export const prevalence = columnFigure(() => {
  const baseline = top + strata.length * rowHeight;
  const ticks = [10, 30, 100, 300, 1000, 3000];
  return {
    height: baseline + 30,
    content: [
      ...ticks.map((orders) => line([x(orders), 4], [x(orders), baseline], 'grid')),
      ...[...strata]
        .reverse()
        .map(({ from, to, low, high, estimate, truth, found, sample }, index) => {
          const y = top + index * rowHeight;
          return [
            text([0, y], `scores ${from}–${to}`, 'label strong'),
            text([0, y + 10], `${count(found)} in ${count(sample)}`, 'quiet'),
            rect([x(low), y - 1.6], [x(high) - x(low), 3.2], 'legit-fill'),
            line([x(high), y - 5], [x(high), y + 5], 'legit-line'),
            low > 0
              ? line([x(low), y - 5], [x(low), y + 5], 'legit-line')
              : text([x(low) - 3, y + 2.8], 'from 0', 'tick', 'end'),
            estimate > 0 ? circle([x(estimate), y], 3, 'legit-dot') : '',
            path(`M${x(truth)} ${y - 5.5}l4 5.5l-4 5.5l-4 -5.5z`, 'signal-dot'),
            text([x(high) + 5, y - 6], count(high), 'label legit', x(high) > 320 ? 'end' : 'start'),
          ].join('');
        }),
      axisBelow(baseline, [x(4), x(3000)], x, ticks, count),
      axisName([(left + columnWidth) / 2, baseline + 26], 'frauds in the week'),
    ],
  };
});
