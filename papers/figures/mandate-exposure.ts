import { spentAfter } from '../arithmetic/agents.ts';
import { hijack, mandates } from '../assumptions.ts';
import { dollars } from '../format.ts';
import {
  axisBelow,
  axisName,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  type Point,
  polyline,
  scale,
  text,
} from './svg.ts';

const baseline = 164;
const top = 14;
const left = 38;
const right = columnWidth - 14;
const log = scale([Math.log10(1 / 3), Math.log10(720)], [left, right]);
const x = (hours: number): number => log(Math.log10(hours));
const y = scale([0, hijack.creditLine], [baseline, top]);

const ticks: Record<number, string> = {
  1: '1 hour',
  6: '6',
  24: '1 day',
  168: '1 week',
  720: '30 days',
};

const styles = ['fraud-line', 'fraud-dash', 'legit-dash', 'legit-line'];

export const mandateExposure = columnFigure(() => {
  const curves = mandates.map((limits, index) => {
    const points: Point[] = [];
    let before = 0;
    for (let order = 1; order <= 720 * hijack.ordersPerHour; order++) {
      const hours = order / hijack.ordersPerHour;
      const spent = spentAfter(hours, limits);
      if (spent !== before || order === 1) {
        points.push([x(hours), y(before)], [x(hours), y(spent)]);
      }
      before = spent;
    }
    points.push([x(720), y(before)]);
    return polyline(points, styles[index] ?? 'fraud-line');
  });
  const noticed = x(hijack.hoursUntilNoticed);
  const last = mandates.at(-1)?.perMonth ?? 0;
  return {
    height: baseline + 30,
    content: [
      gridLines([left, right], y, [2000, 4000, 6000], dollars),
      ...curves,
      line([noticed, top - 6], [noticed, baseline], 'signal-line'),
      text(
        [noticed + 6, top + 14],
        ['noticed after', `${hijack.hoursUntilNoticed} hours`],
        'label strong signal',
      ),
      text([x(2.1), y(3700)], ['no limit but', 'the card’s'], 'label strong', 'end'),
      text([x(9.8), y(2900)], ['a cap on', 'each order'], 'label'),
      text([x(130), y(3500)], ['and in any', '24 hours'], 'label legit', 'end'),
      text([x(700), y(last) - 6], 'and in any 30 days', 'label strong legit', 'end'),
      axisBelow(
        baseline,
        [left, right],
        x,
        Object.keys(ticks).map(Number),
        (hours) => ticks[hours] ?? '',
      ),
      axisName([(left + right) / 2, baseline + 26], 'since the hijack, on a logarithmic scale'),
    ],
  };
});
