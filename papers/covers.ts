import type { Shape } from '../src/threshold/model.ts';
import { attributes } from '../tools/html.ts';
import { bestAccuracy } from './arithmetic/agents.ts';
import { bestThreshold } from './arithmetic/shop.ts';
import { byAutomation, byMandate, shop } from './assumptions.ts';
import { densityCurve, dots, stipple } from './figures/density.ts';
import { line, type Point, polyline, scale, text } from './figures/svg.ts';

export const coverNames = ['line', 'mandate'] as const;
type CoverName = (typeof coverNames)[number];

export const coverTone: Record<CoverName, 'light' | 'dark'> = { line: 'light', mandate: 'dark' };

/** Returns the width of a word, in letters of middling width. */
const widthOf = (word: string): number => {
  const count = (letters: RegExp): number => word.match(letters)?.length ?? 0;
  return word.length + 0.6 * count(/[mw]/gi) - 0.35 * count(/[fijlrt]/g);
};

/** The size of a title, in points, at which its widest word ends before the line. */
export const titleSize = (title: string): number =>
  Math.min(60, Math.floor(520 / Math.max(...title.split(/\s+/).map(widthOf))));

const width = 612;
const height = 792;
const x = scale([0, 100], [0, width]);

/** Two distributions over an axis, with dots under them where the score tells them apart. */
const hills = (good: Shape, bad: Shape, baseline: number, unit: number, dense = true): string[] => {
  const y = (density: number): number => baseline - density * unit;
  const curve = (shape: Shape): Point[] => densityCurve(shape, x, y, [0, 100], 200);
  const dotsIn = (shape: Shape): Point[] =>
    stipple(shape, 2400).map(([score, density]) => [x(score), y(density)]);
  return [
    ...(dense ? [dots(dotsIn(good), 'good-dots'), dots(dotsIn(bad), 'fraud-dots')] : []),
    polyline(curve(good), 'legit-line'),
    polyline(curve(bad), 'fraud-line'),
    line([0, baseline], [width, baseline], 'axis'),
  ];
};

const drawing = (...parts: string[]): string =>
  `<svg${attributes({ class: 'art', 'aria-hidden': 'true', viewBox: `0 0 ${width} ${height}` })}>${parts.join('')}</svg>`;

/** Decoration, hidden from assistive software. */
export const coverArt: Record<CoverName, () => string> = {
  line: () => {
    const at = x(bestThreshold);
    return drawing(
      ...hills(shop.legitimate, shop.fraudulent, height - 118, 74),
      line([at, 0], [at, height], 'signal-line'),
    );
  },
  mandate: () => {
    const [upper, lower] = [height - 300, height - 118];
    const at = x(bestAccuracy(byMandate).threshold);
    return drawing(
      ...hills(byAutomation.friendly, byAutomation.hostile, upper, 40, false),
      ...hills(byMandate.friendly, byMandate.hostile, lower, 40),
      line([at, 0], [at, height], 'signal-line'),
      text([43, upper + 15], 'judged by automation', 'axis-name'),
      text([43, lower + 15], 'judged by mandate', 'axis-name'),
    );
  },
};
