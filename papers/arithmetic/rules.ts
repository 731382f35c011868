import { type RuleDay, shop } from '../assumptions.ts';

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
