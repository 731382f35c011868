import { attacks, breakEvenRate, marginOfSafety } from '../arithmetic/attacks.ts';
import { tenths } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  line,
  rect,
  scale,
  text,
} from './svg.ts';

const rowHeight = 24;
const top = 6;
const left = 136;
const log = scale([Math.log10(0.001), 0], [left, columnWidth - 34]);
const x = (share: number): number => log(Math.log10(share));

export const attackMargins = columnFigure(() => {
  const baseline = top + Object.keys(attacks).length * rowHeight;
  const ticks = [0.001, 0.01, 0.1, 1];
  const rows = Object.values(attacks).map((attack, index) => {
    const y = top + (index + 0.4) * rowHeight;
    const ruin = x(breakEvenRate(attack));
    const today = x(attack.successRate);
    return [
      text([0, y + 2.8], attack.name, 'label'),
      rect([ruin, y - 2], [today - ruin, 4], 'legit-fill'),
      line([ruin, y - 6.5], [ruin, y + 6.5], 'signal-line'),
      circle([today, y], 3.2, 'dot'),
      text([today + 8, y + 2.8], `${tenths(marginOfSafety(attack))}×`, 'label strong'),
    ].join('');
  });
  return {
    height: baseline + 28,
    content: [
      ...ticks.map((share) => line([x(share), top - 4], [x(share), baseline], 'grid')),
      ...rows,
      axisBelow(baseline, [left, x(1)], x, ticks, (share) => `${share * 100}%`),
      axisName([(left + x(1)) / 2, baseline + 25], 'attempts that succeed'),
    ],
  };
});
