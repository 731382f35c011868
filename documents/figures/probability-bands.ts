import { band, bandProbabilities } from '../arithmetic/review.ts';
import {
  bestThreshold,
  breakEvenProbability,
  probabilityOfFraud,
  scoreAtProbability,
} from '../arithmetic/shop.ts';
import { percent, percentTenths } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  polyline,
  rect,
  scale,
  steps,
  text,
} from './svg.ts';

const baseline = 158;
const left = 34;
const top = 24;
const first = 30;
const last = 90;
const x = scale([first, last], [left, columnWidth - 8]);
const y = scale([0, 1], [baseline, top]);

export const probabilityBands = columnFigure(() => {
  const at = x(scoreAtProbability(breakEvenProbability));
  const from = x(scoreAtProbability(bandProbabilities.from));
  const to = x(scoreAtProbability(bandProbabilities.to));
  return {
    height: baseline + 30,
    content: [
      rect([from, top], [to - from, baseline - top], 'band'),
      gridLines([left, columnWidth - 8], y, [0.25, 0.5, 0.75, 1], percent),
      line([from, top], [from, baseline], 'lead'),
      line([to, top], [to, baseline], 'lead'),
      polyline(
        steps(first, last, 120).map((score) => [x(score), y(probabilityOfFraud(score))]),
        'total-line',
      ),
      line([at, y(breakEvenProbability)], [at, baseline], 'signal-line'),
      circle([at, y(breakEvenProbability)], 3, 'signal-dot'),
      text(
        [at + 6, y(breakEvenProbability) + 10],
        percentTenths(breakEvenProbability),
        'label strong signal',
      ),
      circle([from, y(bandProbabilities.from)], 2.6, 'dot'),
      text(
        [from - 5, y(bandProbabilities.from) - 7],
        percentTenths(bandProbabilities.from),
        'label strong',
        'end',
      ),
      circle([to, y(bandProbabilities.to)], 2.6, 'dot'),
      text([to + 6, y(bandProbabilities.to) + 9], percent(bandProbabilities.to), 'label strong'),
      text([(left + from) / 2, 14], 'approve', 'label strong', 'middle'),
      text([(from + to) / 2, 14], 'review', 'label strong', 'middle'),
      text([(to + columnWidth - 8) / 2, 14], 'decline', 'label strong', 'middle'),
      axisBelow(baseline, [left, columnWidth - 8], x, [
        30,
        40,
        band.from,
        bestThreshold,
        band.to,
        80,
        90,
      ]),
      axisName([(left + columnWidth) / 2, baseline + 26], 'score'),
    ],
  };
});
