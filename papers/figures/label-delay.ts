import { cohorts, knownAfter } from '../arithmetic/labels.ts';
import { bestThreshold, dayAt } from '../arithmetic/shop.ts';
import { shownWeeks as weeks } from '../assumptions.ts';
import { percent } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  gridLines,
  line,
  type Point,
  pageFigure,
  pageWidth,
  polyline,
  rect,
  scale,
  steps,
  text,
} from './svg.ts';

const baseline = 142;
const top = 26;
const youngest = 4;

export const labelDelay = pageFigure(() => {
  const y = scale([0, 1], [baseline, top]);
  const x = scale([0, 150], [30, 212]);
  const curve: Point[] = steps(0, 150, 100).map((days) => [x(days), y(knownAfter(days))]);
  const marks = [30, 60, 90];

  const left = 262;
  const right = pageWidth - 4;
  const slot = (right - left) / weeks;
  const loss = dayAt(bestThreshold).fraudLoss * 7;
  const lossY = scale([0, 35_000], [baseline, top]);
  const bars = cohorts(weeks, loss).map(({ weeksAgo, reported }, index) =>
    rect(
      [left + index * slot + 2, lossY(reported)],
      [slot - 4, baseline - lossY(reported)],
      weeksAgo > youngest ? 'legit-solid' : 'pale',
    ),
  );
  const cut = left + (weeks - youngest) * slot;
  return {
    height: baseline + 30,
    content: [
      text([0, 9], 'Share of fraud that is known', 'head'),
      gridLines([30, 212], y, [0.5, 1], percent),
      polyline(curve, 'total-line'),
      ...marks.map(
        (days) =>
          circle([x(days), y(knownAfter(days))], 2.6, 'dot') +
          text([x(days) + 5, y(knownAfter(days)) + 9], percent(knownAfter(days)), 'label strong'),
      ),
      axisBelow(baseline, [30, 212], x, [0, 30, 60, 90, 120, 150]),
      axisName([121, baseline + 26], 'days after the order'),

      text([left - 24, 9], 'Fraud loss as the dashboard shows it today, by week', 'head'),
      gridLines([left, right], lossY, [10_000, 20_000, 30_000], (dollars) => `$${dollars / 1000}k`),
      ...bars,
      line([left, lossY(loss)], [right, lossY(loss)], 'fraud-dash'),
      text([right, lossY(loss) - 5], 'what each week lost', 'label strong', 'end'),
      line([cut, top + 22], [cut, baseline], 'signal-line'),
      line([left, baseline], [right, baseline], 'axis'),
      text([left, baseline + 12], `${weeks} weeks ago`, 'tick'),
      text([right, baseline + 12], 'today', 'tick', 'end'),
      text([cut + 5, lossY(30_000) + 12], ['too young', 'to correct'], 'label strong signal'),
    ],
  };
});
