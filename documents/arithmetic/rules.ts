import { shop } from './shop.ts';

/** A day of a rule beside the model at its best line, made up within what the shop has. */
export interface RuleDay {
  name: string;
  fires: number;
  fraud: number;
  modelDeclines: { fraud: number; good: number };
}

export const ruleDays: RuleDay[] = [
  {
    name: 'Shipping address changed after payment',
    fires: 30,
    fraud: 15,
    modelDeclines: { fraud: 6, good: 4 },
  },
  {
    name: 'Three or more cards on one device in an hour',
    fires: 40,
    fraud: 24,
    modelDeclines: { fraud: 22, good: 8 },
  },
  {
    name: 'Free email address and an order above $400',
    fires: 66,
    fraud: 10,
    modelDeclines: { fraud: 8, good: 8 },
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
