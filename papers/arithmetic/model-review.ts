import { modelReader } from '../assumptions.ts';
import { bisect } from './bisect.ts';
import { bandFor, threeWayDay } from './review.ts';

export const modelBand = bandFor(modelReader);

/** A day with the model's band, when it in truth misses this share of the fraud that it reads. */
export const modelDay = (missed: number = modelReader.missed) =>
  threeWayDay(modelBand.from, modelBand.to, { ...modelReader, missed });

/** The share missed at which that day costs so much. */
export const missedAtCost = (cost: number): number =>
  bisect(0, 1, (missed) => modelDay(missed).cost < cost);
