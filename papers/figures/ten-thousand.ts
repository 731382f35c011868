import { bestThreshold, dayAt, fraudPerDay, goodPerDay } from '../arithmetic/shop.ts';
import { shop } from '../assumptions.ts';
import { count } from '../format.ts';
import { dots, stipple, scoreScale as x } from './density.ts';
import { axisBelow, columnFigure, line, type Point, scale, text } from './svg.ts';

const baseline = 206;
const y = scale([0, 3.7], [baseline, 10]);

export const tenThousand = columnFigure(() => {
  const day = dayAt(bestThreshold);
  const good = stipple(shop.legitimate, goodPerDay).map(
    ([score, density]): Point => [x(score), y(density) - 1],
  );
  // A row of its own: a hundred dots above the axis would be as thin as its line.
  const fraud = stipple(shop.fraudulent, fraudPerDay).map(
    ([score, density]): Point => [x(score), baseline + 8 + density * 3.2],
  );
  const at = x(bestThreshold);
  const foot = baseline + 18;
  return {
    height: foot + 18,
    content: [
      dots(good, 'good-dots'),
      dots(fraud, 'fraud-dots'),
      line([x(0), baseline + 2], [x(100), baseline + 2], 'grid'),
      axisBelow(foot, [x(0), x(100)], x, [0, 20, 40, 60, 80, 100]),
      line([at, 10], [at, foot], 'signal-line'),
      text([x(37), y(3)], `${count(goodPerDay)} good orders`, 'label strong legit'),
      text(
        [x(100), baseline - 36],
        [`${count(fraudPerDay)} frauds,`, 'the row below'],
        'label strong',
        'end',
      ),
      text([at + 7, 20], `declined: ${count(day.goodDeclined)} good,`, 'label'),
      text([at + 7, 30.5], `${count(day.fraudCaught)} frauds`, 'label'),
    ],
  };
});
