import { shop } from './shop.ts';

/** A day of a rule beside a model, made up. */
export interface RuleDay {
  name: string;
  fires: number;
  fraud: number;
  modelDeclines: { fraud: number; good: number };
}

export const ruleDays: RuleDay[] = [
  {
    name: 'Shipping address changed after payment',
    fires: 90,
    fraud: 45,
    modelDeclines: { fraud: 18, good: 12 },
  },
  {
    name: 'Three or more cards on one device in an hour',
    fires: 120,
    fraud: 72,
    modelDeclines: { fraud: 66, good: 24 },
  },
  {
    name: 'Free email address and an order above $400',
    fires: 200,
    fraud: 30,
    modelDeclines: { fraud: 24, good: 26 },
  },
];

/** What a rule adds to the model, and what that is worth a day. */
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
