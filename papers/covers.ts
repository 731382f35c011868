import type { Shape } from '../src/threshold/model.ts';
import { bestAccuracy } from './arithmetic/agents.ts';
import { bestThreshold } from './arithmetic/shop.ts';
import { byAutomation, byMandate, shop } from './assumptions.ts';
import { densityCurve, dots, stipple } from './figures/density.ts';
import { line, type Point, polyline, scale, text } from './figures/svg.ts';
import { attributes } from './html.ts';

export const coverNames = ['line', 'mandate'] as const;
export type CoverName = (typeof coverNames)[number];

export const coverTone: Record<CoverName, 'light' | 'dark'> = { line: 'light', mandate: 'dark' };

/** How wide a word is, in letters of middling width. */
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

const hill = (shape: Shape, baseline: number, unit: number): Point[] =>
  densityCurve(shape, x, (density) => baseline - density * unit, [0, 100], 200);

const dotsIn = (shape: Shape, baseline: number, unit: number): Point[] =>
  stipple(shape, 2400).map(([score, density]) => [x(score), baseline - density * unit]);

const drawing = (...parts: string[]): string =>
  `<svg${attributes({ class: 'art', 'aria-hidden': 'true', viewBox: `0 0 ${width} ${height}` })}>${parts.join('')}</svg>`;

/** Decoration, hidden from assistive software. */
export const coverArt: Record<CoverName, () => string> = {
  line: () => {
    const baseline = height - 118;
    const unit = 74;
    const at = x(bestThreshold);
    return drawing(
      dots(dotsIn(shop.legitimate, baseline, unit), 'good-dots'),
      dots(dotsIn(shop.fraudulent, baseline, unit), 'fraud-dots'),
      polyline(hill(shop.legitimate, baseline, unit), 'legit-line'),
      polyline(hill(shop.fraudulent, baseline, unit), 'fraud-line'),
      line([0, baseline], [width, baseline], 'axis'),
      line([at, 0], [at, height], 'signal-line'),
    );
  },
  mandate: () => {
    const upper = height - 300;
    const lower = height - 118;
    const unit = 40;
    const at = x(bestAccuracy(byMandate).threshold);
    return drawing(
      polyline(hill(byAutomation.friendly, upper, unit), 'legit-line'),
      polyline(hill(byAutomation.hostile, upper, unit), 'fraud-line'),
      line([0, upper], [width, upper], 'axis'),
      dots(dotsIn(byMandate.friendly, lower, unit), 'good-dots'),
      dots(dotsIn(byMandate.hostile, lower, unit), 'fraud-dots'),
      polyline(hill(byMandate.friendly, lower, unit), 'legit-line'),
      polyline(hill(byMandate.hostile, lower, unit), 'fraud-line'),
      line([0, lower], [width, lower], 'axis'),
      line([at, 0], [at, height], 'signal-line'),
      text([43, upper + 15], 'judged by automation', 'axis-name'),
      text([43, lower + 15], 'judged by mandate', 'axis-name'),
    );
  },
};
