import { betaDensity, type Shape } from '#src/threshold/model.ts';
import { bestAccuracy, byAutomation, byMandate } from '../arithmetic/agents.ts';
import { percent } from '../format.ts';
import {
  axisBelow,
  columnWidth,
  type Figure,
  line,
  type Point,
  polyline,
  scale,
  steps,
  text,
} from './svg.ts';

const x = scale([0, 100], [6, columnWidth - 6]);

const hill = (shape: Shape, baseline: number): Point[] => {
  const y = scale([0, 3.4], [baseline, baseline - 58]);
  return steps(0, 100, 100).map((score) => [x(score), y(betaDensity(score / 100, shape))]);
};

/** The same two kinds of agents under two questions. */
export const automationOrMandate: Figure = {
  place: 'column',
  draw: () => {
    const upper = 74;
    const lower = 170;
    const { threshold, right } = bestAccuracy(byMandate);
    return {
      width: columnWidth,
      height: lower + 20,
      content: [
        polyline(hill(byAutomation.friendly, upper), 'legit-line'),
        polyline(hill(byAutomation.hostile, upper), 'fraud-line'),
        axisBelow(upper, [x(0), x(100)], []),
        text([x(0), 10], 'How automated is it?', 'head'),
        text(
          [x(0), 21],
          `best line: right ${percent(bestAccuracy(byAutomation).right)} of the time`,
          'label quiet',
        ),
        polyline(hill(byMandate.friendly, lower), 'legit-line'),
        polyline(hill(byMandate.hostile, lower), 'fraud-line'),
        axisBelow(lower, [x(0), x(100)], []),
        line([x(threshold), lower - 70], [x(threshold), lower], 'signal-line'),
        text([x(0), lower - 70], 'For whom, and within what?', 'head'),
        text([x(0), lower - 59], `best line: right ${percent(right)} of the time`, 'label quiet'),
        text([x(32), lower - 14], 'sent by customers', 'label strong legit', 'middle'),
        text([x(79), lower - 14], 'hostile', 'label strong', 'middle'),
        text([x(0), lower + 13], 'low', 'tick'),
        text([x(100), lower + 13], 'high suspicion', 'tick', 'end'),
      ].join(''),
    };
  },
};
