import type { Sign } from '../assumptions.ts';
export const likelihoodRatio = ({ amongFraud, amongGood }: Sign): number => amongFraud / amongGood;

/** The probability after evidence with this likelihood ratio. */
export const updated = (prior: number, ratio: number): number => {
  const odds = (prior / (1 - prior)) * ratio;
  return odds / (1 + odds);
};
