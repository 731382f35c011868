import { review } from '../arithmetic/assumptions.ts';
import { meanWait, type Queue } from '../arithmetic/queue.ts';
import { desk, passes } from '../arithmetic/review.ts';
import { count, tenths } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  type Point,
  polyline,
  scale,
  steps,
  text,
} from './svg.ts';

const baseline = 142;
const top = 14;
const left = 34;
const mostMinutes = 40;
const x = scale([10, 41], [left, columnWidth - 8]);
const y = scale([0, mostMinutes], [baseline, top]);

export const queueWait = columnFigure(() => {
  const cases = passes[0]?.cases ?? 0;
  const curve = (reviewers: number): Point[] =>
    steps(10, (60 * reviewers) / review.minutesPerCase - 0.2, 120).flatMap(
      (casesPerHour): Point[] => {
        const queue: Queue = { ...desk(cases, reviewers), casesPerHour };
        const wait = meanWait(queue);
        return wait <= mostMinutes ? [[x(casesPerHour), y(wait)]] : [];
      },
    );
  const { casesPerHour } = desk(cases, 3);
  const at = x(casesPerHour);
  const three = meanWait(desk(cases, 3));
  const four = meanWait(desk(cases, 4));
  return {
    height: baseline + 30,
    content: [
      gridLines([left, columnWidth - 8], y, [10, 20, 30, 40], (minutes) => `${minutes} min`),
      polyline(curve(3), 'fraud-line'),
      polyline(curve(4), 'legit-line'),
      line([at, top - 8], [at, baseline], 'signal-line'),
      circle([at, y(three)], 2.8, 'dot'),
      circle([at, y(four)], 2.8, 'legit-dot'),
      text([at - 7, y(three) + 2], `three reviewers, ${count(three)} min`, 'label strong', 'end'),
      text([at + 8, y(14)], `four reviewers, ${count(four)} min`, 'label strong legit'),
      line([x(30), y(12.6)], [at + 2.5, y(four) - 2.5], 'lead'),
      text([at + 6, top - 2], `${tenths(casesPerHour)} an hour`, 'label strong signal'),
      axisBelow(baseline, [left, columnWidth - 8], x, [10, 15, 20, 25, 30, 35, 40]),
      axisName([(left + columnWidth) / 2, baseline + 26], 'cases an hour'),
    ],
  };
});
