import type { Shape } from '../../src/threshold/model.ts';
import { accuracyRange, bestAccuracy } from '../arithmetic/agents.ts';
import { byAutomation, byMandate } from '../assumptions.ts';
import { percent } from '../format.ts';
import { densityCurve, scoreScale as x } from './density.ts';
import { columnFigure, line, type Point, polyline, scale, text } from './svg.ts';

const rightOfTheTime = (scores: typeof byMandate): string => {
  const { least, most } = accuracyRange(scores);
  return `best line: right ${percent(least)} to ${percent(most)} of the time`;
};

const hill = (shape: Shape, baseline: number): Point[] =>
  densityCurve(shape, x, scale([0, 3.4], [baseline, baseline - 58]));

export const automationOrMandate = columnFigure(() => {
  const upper = 74;
  const lower = 170;
  const bestLine = (scores: typeof byMandate, baseline: number): string => {
    const at = x(bestAccuracy(scores).threshold);
    return line([at, baseline - 58], [at, baseline], 'signal-line');
  };
  return {
    height: lower + 20,
    content: [
      polyline(hill(byAutomation.friendly, upper), 'legit-line'),
      polyline(hill(byAutomation.hostile, upper), 'fraud-dash'),
      bestLine(byAutomation, upper),
      text([x(49), upper - 24], 'hostile', 'label strong', 'end'),
      text([x(100), 10], 'sent by customers', 'label strong legit', 'end'),
      line([x(0), upper], [x(100), upper], 'axis'),
      text([x(0), 10], 'How automated is it?', 'head'),
      text([x(0), 21], rightOfTheTime(byAutomation), 'label quiet'),
      polyline(hill(byMandate.friendly, lower), 'legit-line'),
      polyline(hill(byMandate.hostile, lower), 'fraud-dash'),
      line([x(0), lower], [x(100), lower], 'axis'),
      bestLine(byMandate, lower),
      text([x(0), lower - 70], 'For whom, and within what?', 'head'),
      text([x(0), lower - 59], rightOfTheTime(byMandate), 'label quiet'),
      text([x(32), lower - 14], 'sent by customers', 'label strong legit', 'middle'),
      text([x(79), lower - 14], 'hostile', 'label strong', 'middle'),
      text([x(0), lower + 13], 'low', 'tick'),
      text([x(100), lower + 13], 'high suspicion', 'tick', 'end'),
    ],
  };
});
