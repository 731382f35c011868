import { bisect } from './bisect.ts';
import { bandFor, type Reader, threeWayDay } from './review.ts';

/** A language model that reads cases: errs twice as often as the reviewers, and is cheap. Made up. */
export const modelReader: Reader = { price: 0.1, missed: 0.2, wronged: 0.1 };

export const modelBand = bandFor(modelReader);

/** A day with the model's band, when it in truth misses this share of the fraud that it reads. */
export const modelDay = (missed: number = modelReader.missed) =>
  threeWayDay(modelBand.from, modelBand.to, { ...modelReader, missed });

/** The share missed at which that day costs so much. */
export const missedAtCost = (cost: number): number =>
  bisect(0, 1, (missed) => modelDay(missed).cost < cost);
