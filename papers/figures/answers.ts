import { type Answer, answerLines, expectedCost } from '../arithmetic/answers.ts';
import { bisect } from '../arithmetic/bisect.ts';
import { shownProbability as last } from '../assumptions.ts';
import { dollars, percent, percentTenths } from '../format.ts';
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
  text,
} from './svg.ts';

const baseline = 172;
const top = 26;
const left = 34;
const right = columnWidth - 8;
const most = 27;
const x = scale([0, last], [left, right]);
const y = scale([0, most], [baseline, top]);

const point = (probability: number, answer: Answer): Point => [
  x(probability),
  y(expectedCost(probability)[answer]),
];

/** Costs are straight lines; this one ends where it leaves the drawing. */
const costLine = (answer: Answer, className: string): string => {
  const end = bisect(0, last, (probability) => expectedCost(probability)[answer] < most);
  return polyline([point(0, answer), point(end, answer)], className);
};

export const answers = columnFigure(() => {
  const { challenge, review, decline } = answerLines;
  const lines = [
    [challenge, 'challenge', percentTenths(challenge)],
    [review, 'review', percentTenths(review)],
    [decline, 'decline', percent(decline)],
  ] as const;
  const bounds = [0, challenge, review, decline, last];
  const cheapest = (['approve', 'challenge', 'review', 'decline'] as const).map((answer, index) =>
    polyline(
      [bounds[index] ?? 0, bounds[index + 1] ?? last].map((probability) =>
        point(probability, answer),
      ),
      'total-line',
    ),
  );
  return {
    height: baseline + 30,
    content: [
      gridLines([left, right], y, [5, 10, 15, 20, 25], dollars),
      costLine('approve', 'fraud-line'),
      costLine('challenge', 'legit-line'),
      costLine('shifted', 'legit-dash'),
      costLine('review', 'fraud-line'),
      costLine('decline', 'fraud-line'),
      ...cheapest,
      ...lines.map(([at, answer, label]) => {
        const [px, py] = point(at, answer);
        return (
          line([px, py], [px, baseline], 'lead') +
          circle([px, py], 2.8, 'signal-dot') +
          text([px, top - 12], label, 'label strong signal', 'middle') +
          line([px, top - 8], [px, py], 'lead')
        );
      }),
      text([x(0.096), y(18.6)], 'approve', 'label strong', 'end'),
      text([x(0.345), y(22.6)], 'challenge', 'label strong legit', 'end'),
      text([x(0.47), y(18.8)], 'review', 'label strong', 'end'),
      text([x(0.2), y(21.2)], 'decline', 'label strong'),
      text([x(0.17), y(1.4)], 'challenge, liability shifted', 'label legit'),
      axisBelow(baseline, [left, right], x, [0, 0.1, 0.2, 0.3, 0.4, 0.5], percent),
      axisName([(left + columnWidth) / 2, baseline + 26], 'probability of fraud'),
    ],
  };
});
