/** How often a sign is seen on orders of each kind. */
export interface Sign {
  amongFraud: number;
  amongGood: number;
}

export const likelihoodRatio = ({ amongFraud, amongGood }: Sign): number => amongFraud / amongGood;

/** The probability after evidence with this likelihood ratio. */
export const updated = (prior: number, ratio: number): number => {
  const odds = (prior / (1 - prior)) * ratio;
  return odds / (1 + odds);
};

// Made up.
export const addressMismatch: Sign = { amongFraud: 0.3, amongGood: 0.06 };
export const newDevice: Sign = { amongFraud: 0.8, amongGood: 0.2 };
/** More frequent among good orders than two independent signs are together. */
export const bothSigns: Sign = { amongFraud: 0.27, amongGood: 0.03 };
