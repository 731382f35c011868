import { queueOf, worthwhileCapacity } from '../arithmetic/review.ts';
import { count, percent } from '../format.ts';
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
  steps,
  text,
} from './svg.ts';

const baseline = 168;
const top = 18;
const left = 34;
const most = 800;
const x = scale([0, most], [left, columnWidth - 8]);
const y = scale([0, 1], [baseline, top]);

export const reviewCapacity = columnFigure(() => {
  const capacities = steps(5, most, 106);
  const limit = queueOf(worthwhileCapacity);
  const at = x(worthwhileCapacity);
  return {
    height: baseline + 30,
    content: [
      gridLines([left, columnWidth - 8], y, [0.25, 0.5, 0.75, 1], percent),
      polyline(
        capacities.map((capacity) => [x(capacity), y(queueOf(capacity).recall)]),
        'fraud-line',
      ),
      polyline(
        capacities.map((capacity) => [x(capacity), y(queueOf(capacity).precision)]),
        'legit-line',
      ),
      line([at, top - 8], [at, baseline], 'signal-line'),
      circle([at, y(limit.recall)], 2.8, 'dot'),
      circle([at, y(limit.precision)], 2.8, 'legit-dot'),
      text([at + 7, y(limit.recall) + 13], percent(limit.recall), 'label strong'),
      text([at + 7, y(limit.precision) - 5], percent(limit.precision), 'label strong legit'),
      text([x(600), y(0.93) + 13], 'recall: fraud reached', 'label strong', 'middle'),
      text([x(600), y(0.055)], 'precision: cases that are fraud', 'label strong legit', 'middle'),
      text([at + 6, top - 1], 'next case not worth its price', 'label signal strong'),
      axisBelow(
        baseline,
        [left, columnWidth - 8],
        x,
        [0, 100, worthwhileCapacity, 300, 400, 500, 600, 700, 800],
        count,
      ),
      axisName([(left + columnWidth) / 2, baseline + 26], 'cases reviewed in a day'),
    ],
  };
});
