import { type RuleDay, type Sign, shop } from '../assumptions.ts';

export const likelihoodRatio = ({ amongFraud, amongGood }: Sign): number => amongFraud / amongGood;

/** The probability after evidence with this likelihood ratio. */
export const updated = (prior: number, ratio: number): number => {
  const odds = (prior / (1 - prior)) * ratio;
  return odds / (1 + odds);
};

/** Returns the gain of a rule over the model, and its worth a day. */
export const ruleWorth = ({ fires, fraud, modelDeclines }: RuleDay) => {
  const good = fires - fraud;
  const addedFraud = fraud - modelDeclines.fraud;
  const addedGood = good - modelDeclines.good;
  return {
    precision: fraud / fires,
    added: {
      fires: addedFraud + addedGood,
      fraud: addedFraud,
      good: addedGood,
      precision: addedFraud / (addedFraud + addedGood),
    },
    worth: addedFraud * shop.lossPerFraud - addedGood * shop.lossPerDecline,
  };
};
