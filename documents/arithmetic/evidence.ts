/** Weighing evidence by likelihood ratios. Probabilities are between 0 and 1. */

/** A sign seen on orders: how often on fraud and how often on good ones. */
export interface Sign {
  amongFraud: number;
  amongGood: number;
}

export const likelihoodRatio = ({ amongFraud, amongGood }: Sign): number => amongFraud / amongGood;

/** Probability of fraud after seeing evidence with this likelihood ratio. */
export const updated = (prior: number, ratio: number): number => {
  const odds = (prior / (1 - prior)) * ratio;
  return odds / (1 + odds);
};

/** The signs of the worked example, made up. */
export const addressMismatch: Sign = { amongFraud: 0.3, amongGood: 0.06 };
export const newDevice: Sign = { amongFraud: 0.8, amongGood: 0.2 };
/** Both at once: among good customers they come together more often than chance would have it. */
export const bothSigns: Sign = { amongFraud: 0.27, amongGood: 0.03 };
