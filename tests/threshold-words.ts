import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { fill } from '#model/fill.ts';
import { numberWriters, readNumberFormat } from '#src/sections/hero/format-number.ts';
import { judgeThreshold, readThreshold } from '#src/threshold/model.ts';

/** Formats numbers like the site. */
export const numbers = numberWriters(readNumberFormat(site.language, site.currency));

const { formatCount, formatMoney, formatShare } = numbers;
const { assumptions, spoken, verdicts } = thresholdFigure;

/** Returns the figure's words for a threshold. */
export const wordsAt = (threshold: number) => {
  const reading = readThreshold(threshold, assumptions);
  const values = {
    threshold: String(threshold),
    caught: formatShare(reading.caught),
    missed: formatShare(1 - reading.caught),
    fraudApproved: formatCount(reading.fraudApproved),
    fraudLoss: formatMoney(assumptions.lossPerFraud),
    stopped: formatShare(reading.stopped),
    goodDeclined: formatCount(reading.goodDeclined),
    declineLoss: formatMoney(assumptions.lossPerDecline),
    cost: formatMoney(reading.cost),
    everyone: formatMoney(readThreshold(100, assumptions).cost),
  };
  return {
    readings: (['caught', 'stopped', 'cost'] as const).flatMap((name) => [
      values[name],
      fill(thresholdFigure.readings[name].note, values),
    ]),
    spoken: fill(spoken, values),
    verdict: fill(verdicts[judgeThreshold(threshold, assumptions)], values),
  };
};
